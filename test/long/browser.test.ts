import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { findChromium } from '../../local/chromium/chromium.ts';
import { parseAllowList } from '../../services/egress/allow-list.ts';
import { createGate } from '../../services/egress/gate.ts';
import { createBrowser, type Browser, type BrowserOptions } from '../../services/fetch/browser/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, type Routes, type Site } from '../support/site.ts';

const PROSE = 'The quarry was worked for many years by many people who lived nearby. '.repeat(12);
const fill = `document.body.innerHTML = '<main><p>${PROSE}</p></main>'`;
const scripted = (script: string) =>
  `<!doctype html><title>App</title><body><div id="root"></div><script>${script}</script>`;
const WITHIN_MS = 25_000;
const ENDED_WITHIN_MS = 15_000;

const PAGES: Routes = {
  '/app': scripted(fill),
  '/late': scripted(`setTimeout(() => { ${fill} }, 1500)`),
  '/late-data': scripted(
    `setTimeout(() => fetch('/data').then((answer) => answer.text()).then((text) => { document.body.textContent = text; }), 1000)`,
  ),
  '/data': (_request, response) => void setTimeout(() => response.end(PROSE), 700),
  '/in-steps': scripted(
    `let steps = 0; const timer = setInterval(() => { document.body.append('${PROSE}'); steps += 1; if (steps === 6) { document.body.append('the last step'); clearInterval(timer); } }, 300)`,
  ),
  '/ticking': scripted(
    `${fill}; setInterval(() => { document.title = Date.now(); fetch('/data?' + Math.random()); }, 100)`,
  ),
  '/moves-on': scripted(`setTimeout(() => { location.href = '/app'; }, 300)`),
  '/dialogs': scripted(`alert(1); confirm(2); prompt(3); ${fill}`),
  '/stays': scripted(
    `addEventListener('beforeunload', (event) => event.preventDefault()); setTimeout(() => { location.href = '/app'; }, 200); ${fill}`,
  ),
  '/downloads': scripted(`${fill}; location.href = '/file'`),
  '/file': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }).end('zip'),
  '/windows': scripted(`for (let n = 0; n < 50; n += 1) open('/app?' + n); ${fill}`),
  '/remembers': scripted(
    `const seen = localStorage.seen ?? document.cookie; localStorage.seen = 'seen'; document.cookie = 'seen=1'; ${fill}; document.title = 'seen before: ' + seen`,
  ),
  '/busy': scripted('while (true);'),
  '/busy-later': scripted('setTimeout(() => { while (true); }, 300)'),
  '/busy-workers': scripted(
    `const url = URL.createObjectURL(new Blob(['while (true);'])); for (let n = 0; n < 200; n += 1) new Worker(url);`,
  ),
  '/allocates': scripted('const all = []; while (true) all.push(new Array(1e6).fill(all.length));'),
  '/held': (request) => void held.push(request.socket),
};
const held: Array<{ destroy(): void }> = [];

describe('the browser, over time', () => {
  let site: Site;
  let options: BrowserOptions;
  let browser: Browser;

  before(async function () {
    const found = await findChromium(process.env.QUARRY_CHROMIUM);
    if (!found) return this.skip();
    site = await startSite({
      ...PAGES,
      '/picture': `<p>${PROSE}</p><img src="/image.png"><video src="/video.mp4"></video><style>@font-face { font-family: f; src: url(/font.woff2) } p { font-family: f }</style>`,
    });
    const { executablePath, args, libraryFolder } = found;
    options = {
      executablePath,
      args,
      gate: createGate({ allowList: parseAllowList(site.host) }),
      userAgent: 'Quarry-Test',
      ...(libraryFolder && { libraryFolder }),
    };
    browser = createBrowser(options);
  });
  after(async () => {
    for (const socket of held) socket.destroy();
    await Promise.all([browser?.close(), site?.close()]);
  });

  const render = (path: string, withinMs = WITHIN_MS, by = browser) =>
    by.render(site.origin + path, AbortSignal.timeout(withinMs));
  const html = async (path: string) => {
    const rendered = await render(path);
    return rendered.status === 'rendered' ? rendered.html : assert.fail(rendered.message);
  };
  const reading = (path: string) => async () => assert.match(await html(path), /The quarry was worked/);

  describe('reads a page', () => {
    it('that is filled 1.5 s after its load', reading('/late'));
    it('that requests its text a second after its load', reading('/late-data'));
    it('that is filled in steps, to the last one', async () => assert.match(await html('/in-steps'), /the last step/));
    it('that never settles', reading('/ticking'));
    it('that navigates to another', reading('/moves-on'));
    it('that opens dialogs', reading('/dialogs'));
    it('that blocks leaving', reading('/stays'));
    it('that becomes a download', reading('/downloads'));
    it('that opens windows', reading('/windows'));
  });

  it('loads no images, fonts and media', async () => {
    await html('/picture');
    assert.deepEqual(
      site.requests.filter(({ path }) => /image|video|font/.test(path)),
      [],
    );
  });

  it('remembers nothing from one page to the next', async () => {
    assert.match(await html('/remembers'), /seen before: </);
    assert.match(await html('/remembers'), /seen before: </);
  });

  for (const path of ['/busy', '/busy-later', '/busy-workers', '/allocates']) {
    it(`gives up ${path} within its budget, beside pages that are read, and ends its renderer`, async () => {
      const hostile = render(path, 4_000).then(
        ({ status }) => status,
        (error: Error) => error.name,
      );
      const normal = await Promise.all([1, 2, 3].map((n) => render(`/app?${n}`)));
      assert.deepEqual(
        normal.map(({ status }) => status),
        ['rendered', 'rendered', 'rendered'],
      );
      assert.ok(['TimeoutError', 'refused', 'rendered'].includes(await hostile));
      assert.deepEqual(
        await eventually(
          ENDED_WITHIN_MS,
          async () => renderers().filter(isBusy),
          (busy) => busy.length === 0,
        ),
        [],
      );
    });
  }

  it('loses only one page when a renderer is killed', async () => {
    const before = renderers();
    const heldBefore = held.length;
    const alive = render('/app');
    await alive;
    const dying = render('/busy', 10_000).then(
      ({ status }) => status,
      (error: Error) => error.name,
    );
    const waiting = render('/held');
    await eventually(
      5_000,
      async () => held.length,
      (count) => count > heldBefore,
    );
    const [busy] = await eventually(
      5_000,
      async () => renderers().filter((pid) => !before.includes(pid) && isBusy(pid)),
      (pids) => pids.length > 0,
    );
    process.kill(busy ?? assert.fail('no renderer is busy'), 'SIGKILL');
    assert.equal(await dying, 'refused');
    assert.equal((await render('/app')).status, 'rendered');
    for (const socket of held.splice(0)) socket.destroy();
    assert.equal((await waiting).status, 'refused');
  });

  const limits = [
    ['after so many pages', { pagesOfOneBrowser: 3 }],
    ['with so much memory', { maxBytes: 1 }],
  ] as const;
  for (const [why, limit] of limits) {
    it(`is replaced ${why}, while pages in it are read to their end`, async () => {
      const short = createBrowser({ ...options, ...limit });
      const launchersBefore = launchers();
      const seen = new Set<number>();
      for (let round = 0; round < 3; round += 1) {
        const rendered = await Promise.all([1, 2, 3, 4].map((n) => render(`/app?${round}-${n}`, WITHIN_MS, short)));
        assert.deepEqual(
          rendered.map(({ status }) => status),
          ['rendered', 'rendered', 'rendered', 'rendered'],
        );
        for (const pid of launchers()) if (!launchersBefore.includes(pid)) seen.add(pid);
      }
      assert.ok(seen.size >= 2, `${seen.size} browsers`);
      await short.close();
      assert.deepEqual(
        await eventually(
          ENDED_WITHIN_MS,
          async () => launchers().filter((pid) => !launchersBefore.includes(pid)),
          (left) => left.length === 0,
        ),
        [],
      );
    });
  }
});

/** Of the system; other browsers may run beside the test's, so what is new counts. */
const processes = (pattern: RegExp) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pattern.test(read(pid, 'cmdline')));
const renderers = () => processes(/--type=renderer/);
const launchers = () => processes(/--user-data-dir=(?!.*--type=).*--remote-debugging-pipe/);

/** Runs right now. */
const isBusy = (pid: number) => /\) R /.test(read(pid, 'stat'));

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
