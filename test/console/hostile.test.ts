import assert from 'node:assert/strict';
import { endedRun, startScene, type ConsoleScene } from './scene.ts';

const CALLS = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 2">',
  '<svg onload="window.pwned = 3"><animate onbegin="window.pwned = 4" attributeName=x dur=1s></svg>',
  '[click](javascript:window.pwned=5)',
  '<javascript:window.pwned=6>',
  '![x](https://evil.example/beacon.png)',
  '[ref][r]\n\n[r]: javascript:window.pwned=7',
  '<iframe srcdoc="<script>parent.pwned=8</script>"></iframe>',
  '<a href="jAvAsCrIpT:window.pwned=9">link</a>',
  '&lt;script&gt;window.pwned=10&lt;/script&gt;',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example/"><button>Sign in</button></form>',
  '<style>body { display: none }</style>',
];
const HOSTILE = {
  url: 'https://evil.example.com/%3Cscript%3Ewindow.pwned=11%3C/script%3E',
  title: `Basalt ${CALLS[0]}${CALLS[1]}`,
  source: CALLS[2],
  text: `# Basalt ${CALLS[0]}\n\nBasalt columns of Tindholm were quarried from 1871 to 1904. ${CALLS.join(' ')}\n\n${CALLS.join('\n\n')}`,
};
const QUESTION = 'When were the basalt columns of Tindholm quarried?';
/** What a payload would leave behind, and elements that only a payload would make. */
const TRACES = `JSON.stringify({
  pwned: window.pwned,
  made: [...document.querySelectorAll('script:not([src^="/console/assets/"]), iframe, base, style, main img, main svg:not(.strip) *, [onerror], [onload], form[action]')].map((one) => one.outerHTML),
  links: [...document.querySelectorAll('[href]')].map((one) => one.getAttribute('href')).filter((href) => /^\\s*(javascript|data:(?!image.svg))/i.test(href)),
})`;

describe('text of strangers in the console', () => {
  let scene: ConsoleScene;
  before(async function () {
    const started = await startScene([
      HOSTILE,
      { url: 'https://deep.example.com', title: 'Deep', text: `Abyss ${'> '.repeat(3000)}deep` },
    ]);
    if (!started) return this.skip();
    scene = started;
  });
  after(() => scene?.close());

  const open = async () => {
    const watched = await scene.signedIn();
    const asked: string[] = [];
    watched.page.on('request', (request) => asked.push(request.url()));
    return { ...watched, asked };
  };
  const assertHarmless = async ({ page, errors, asked }: Awaited<ReturnType<typeof open>>) => {
    assert.deepEqual(JSON.parse(await page.evaluate<string>(TRACES)), { made: [], links: [] });
    assert.deepEqual(errors, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(scene.quarry.url) && !url.startsWith('data:')),
      [],
    );
    await page.context().close();
  };

  it('is shown as text in the results of a search', async () => {
    const opened = await open();
    await opened.page.goto('/#/');
    await opened.page.fill('#ask', 'basalt columns of Tindholm');
    await opened.page.keyboard.press('Enter');
    const title = opened.page.locator('.result h2').first();
    await title.waitFor();
    assert.match((await title.textContent()) ?? '', /<script>window\.pwned = 1<\/script>/);
    await assertHarmless(opened);
  });

  it('is shown as text in an answer, its title and its cited passage', async () => {
    const opened = await open();
    await opened.page.goto('/#/?mode=answer');
    await opened.page.fill('#ask', QUESTION);
    await opened.page.keyboard.press('Enter');
    await opened.page.locator('button.marker').first().click();
    await opened.page.locator('.passage mark').waitFor();
    await assertHarmless(opened);
  });

  it('is shown as text in a report and in the steps of a run', async () => {
    const id = await endedRun(scene, `${QUESTION} ${CALLS[1]}`);
    const opened = await open();
    await opened.page.goto(`/#/research/${id}`);
    await opened.page.locator('.cited').waitFor();
    await opened.page.locator('details > summary', { hasText: 'steps' }).click();
    await assertHarmless(opened);
  });

  it('is shown as text in a monitor and its records', async () => {
    const { body } = await scene.quarry.call('POST', '/v1/monitors', {
      name: CALLS[1],
      cadence: '1d',
      search_requests: [{ query: `basalt columns ${CALLS[0]}` }, { query: 'basalt columns' }],
    });
    const opened = await open();
    await opened.page.goto(`/#/monitors/${body.monitor.monitor_id}`);
    await opened.page.locator('section[aria-label=Records] li summary').first().click();
    await assertHarmless(opened);
  });

  it('cannot take a page down by its depth', async () => {
    const opened = await open();
    await opened.page.goto('/#/');
    await opened.page.fill('#ask', 'abyss');
    await opened.page.keyboard.press('Enter');
    await opened.page.locator('.result', { hasText: 'Abyss' }).waitFor();
    await opened.page.close();
  });

  it('that asks to be a link becomes none in what was asked before', async () => {
    const opened = await open();
    await opened.page.goto('/#/');
    await opened.page.evaluate(
      `localStorage.setItem('quarry.history', JSON.stringify([{ mode: '<img src=x onerror=window.pwned=1>', text: ${JSON.stringify(CALLS[1])}, at: 'javascript:1' }]))`,
    );
    await opened.page.reload();
    await opened.page.locator('.history li').waitFor();
    await assertHarmless(opened);
  });
});

describe('the policy of the console', () => {
  let scene: ConsoleScene;
  before(async function () {
    const started = await startScene();
    if (!started) return this.skip();
    scene = started;
  });
  after(() => scene?.close());

  it('stops a script that gets into the page all the same', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/');
    await page.locator('#ask').waitFor();
    // In a task of the page: what a debugger evaluates is not held to the policy.
    const refused = await page.evaluate<string[]>(`new Promise((resolve) => setTimeout(() => {
      const refused = [];
      const attempt = (act) => { try { act(); } catch (error) { refused.push(error.name); } };
      const image = document.body.appendChild(document.createElement('img'));
      attempt(() => { image.outerHTML = '<img src=x onerror="window.pwned = 1">'; });
      attempt(() => Function('window.pwned = 2')());
      attempt(() => image.setAttribute('onerror', 'window.pwned = 3'));
      image.setAttribute('src', 'x');
      resolve(refused);
    }))`);
    assert.deepEqual(refused, ['TypeError', 'EvalError', 'TypeError']);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate('window.pwned'), undefined);
    await page.context().close();
  });
});
