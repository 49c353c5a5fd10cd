import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../../local/chromium/chromium.ts';
import { systemClock } from '../../services/core/clock.ts';
import { parseAllowList } from '../../services/egress/allow-list.ts';
import { createEgress } from '../../services/egress/egress.ts';
import { createGate, type ConnectionGate } from '../../services/egress/gate.ts';
import { createBrowser, type Browser } from '../../services/fetch/browser/browser.ts';
import { detectIsolation, type Isolation } from '../../services/fetch/browser/isolation.ts';
import { createExtractor } from '../../services/extract/extractor.ts';
import { readPage } from '../../services/fetch/read-page.ts';
import { startSite, type Site } from '../support/site.ts';

const prose = 'The harbour was built in the winter of the great storm, when nobody else would work outside. ';
const filled = `<title>App</title><div id="root"></div><script>
  document.getElementById('root').innerHTML = '<p>' + ${JSON.stringify(prose)}.repeat(10) + '</p>';
</script>`;

/** Asks for an address in every way that a page has, and says when all of them have failed. */
const reachingFor = (host: string) => `<title>Probe</title><p id="state">asking</p>
<link rel="preconnect" href="http://${host}"><link rel="prefetch" href="http://${host}/prefetch">
<img src="http://${host}/image"><iframe src="http://${host}/frame"></iframe>
<script>
  const asked = (start) => new Promise((resolve) => { try { start(resolve); } catch { resolve(); } setTimeout(resolve, 3000); });
  navigator.sendBeacon('http://${host}/beacon', 'x');
  Promise.all([
    fetch('http://${host}/fetch').catch(() => {}),
    fetch('https://${host}/fetch').catch(() => {}),
    fetch('/to-canary').catch(() => {}),
    asked((done) => { const socket = new WebSocket('ws://${host}/socket'); socket.onerror = done; socket.onopen = done; }),
    asked((done) => { const events = new EventSource('http://${host}/events'); events.onerror = done; }),
    asked((done) => { new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/worker').finally(() => postMessage(1))"]))).onmessage = done; }),
    asked((done) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'turn:${host}?transport=tcp', username: 'a', credential: 'b' }] });
      peer.createDataChannel('x');
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    }),
  ]).then(() => { document.getElementById('state').textContent = 'all asked'; });
</script>`;

/** Of this process, on Linux: whatever the browser is started through. */
async function childProcesses(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((id) => id !== '')
    .map(Number);
}

describe('the browser', () => {
  let site: Site;
  let canary: Site;
  let gate: ConnectionGate;
  let neverAnswered = Promise.withResolvers<void>();
  let executable: { executablePath: string; args: string[] };
  /** The run's own servers are children of this process too. */
  let servers: number[];

  before(async function () {
    const found = await findChromium(process.env.QUARRY_CHROMIUM);
    if (!found) return this.skip();
    executable = found;
    servers = await childProcesses();
    canary = await startSite({ '/': 'secret' }, '127.0.0.2');
    site = await startSite({
      '/app': filled,
      '/probe': reachingFor(canary.host),
      '/to-canary': (_request, response) => void response.writeHead(302, { location: canary.origin }).end(),
      '/leaves': `<script>location.href = '${canary.origin}'</script>`,
      '/images': `<p>${prose}</p><img src="/image.png"><script src="/script.js"></script>`,
      '/script.js': (_request, response) => void response.end('document.title = "ran"'),
      '/never': () => neverAnswered.resolve(),
    });
    gate = createGate({ allowList: parseAllowList(site.host) });
  });

  after(async () => {
    await Promise.all([site?.close(), canary?.close()]);
  });

  const start = (isolation?: Isolation): Browser =>
    createBrowser({
      gate,
      ...executable,
      userAgent: 'Quarry-Test',
      ...(isolation && { isolation }),
      onLaunchFailure: (error) => assert.fail(String(error)),
    });
  const within = () => AbortSignal.timeout(25_000);

  describe('once started', () => {
    let browser: Browser;
    before(() => (browser = start()));
    after(() => browser?.close());

    it('renders a page that only scripts fill', async () => {
      const extractor = createExtractor();
      const egress = createEgress(gate);
      const result = await readPage(
        { egress, extractor, browser, clock: systemClock, userAgent: 'Quarry-Test' },
        `${site.origin}/app`,
        within(),
      );
      assert.match(result.status === 'ok' ? result.markdown : result.message, /^The harbour was built/);
      await Promise.all([extractor.close(), egress.close()]);
    });

    it('identifies itself and loads no images', async () => {
      const rendered = await browser.render(`${site.origin}/images`, within());
      assert.match(rendered.status === 'rendered' ? rendered.html : rendered.message, /<title>ran<\/title>/);
      const asked = site.requests.filter(({ path }) => /^\/(images|script|image\.)/.test(path));
      assert.deepEqual(
        asked.map(({ path }) => path),
        ['/images', '/script.js'],
      );
      assert.deepEqual(new Set(asked.map(({ headers }) => headers['user-agent'])), new Set(['Quarry-Test']));
    });

    it('refuses a page that redirects to a private address', async () => {
      await browser.render(`${site.origin}/leaves`, within());
      assert.equal(canary.connections(), 0);
    });

    it('stays cancelled if the caller aborts', async () => {
      const caller = new AbortController();
      const reason = new Error('the caller left');
      const rendering = browser.render(`${site.origin}/never`, caller.signal);
      await neverAnswered.promise;
      neverAnswered = Promise.withResolvers();
      caller.abort(reason);
      await assert.rejects(rendering, reason);
    });

    it('loses only its page if it dies, and is restarted for the next one', async () => {
      await browser.render(`${site.origin}/app`, within());
      const dying = browser.render(`${site.origin}/never`, within());
      await neverAnswered.promise;
      for (const child of await childProcesses()) if (!servers.includes(child)) process.kill(child, 'SIGKILL');
      assert.equal((await dying).status, 'refused');
      assert.equal((await browser.render(`${site.origin}/app`, within())).status, 'rendered');
    });
  });

  for (const isolation of ['namespace', 'proxy-only'] as const) {
    it(`keeps a page's scripts from a private address (${isolation})`, async function () {
      if (isolation === 'namespace' && (await detectIsolation()) !== 'namespace') return this.skip();
      const browser = start(isolation);
      const rendered = await browser.render(`${site.origin}/probe`, within());
      await browser.close();
      assert.match(rendered.status === 'rendered' ? rendered.html : rendered.message, /all asked/);
      assert.equal(canary.connections(), 0);
    });
  }

  it('is closed when idle, and restarted for the next page', async () => {
    const browser = createBrowser({ gate, ...executable, userAgent: 'x', idleMs: 0 });
    const had = (await childProcesses()).length;
    assert.equal((await browser.render(`${site.origin}/app`, within())).status, 'rendered');
    while ((await childProcesses()).length > had) await sleep(20);
    assert.equal((await browser.render(`${site.origin}/app`, within())).status, 'rendered');
    await browser.close();
  });

  it('reports that pages cannot be rendered if Chromium does not start', async () => {
    const failures: unknown[] = [];
    const browser = createBrowser({
      gate,
      executablePath: '/nonexistent',
      userAgent: 'x',
      onLaunchFailure: (error) => failures.push(error),
    });
    assert.equal((await browser.render(`${site.origin}/app`, within())).status, 'refused');
    assert.equal(failures.length, 1);
    await browser.close();
  });
});
