import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../local/chromium/chromium.ts';
import { runProcess } from '../support/process.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PROSE = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(9);

describe('quarry fetch', function () {
  this.timeout(60_000);
  let quarry: TestQuarry;
  let site: Site;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-fetch-'));
    site = await startSite({
      '/': `<main><h1>Harbours</h1><p>${PROSE}</p><p class="tide">High at noon.</p></main>`,
      '/dye': `<main><h1>Dye</h1><p>It begins \u009B31mred. ${PROSE}</p></main>`,
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    await writeFile(join(folder, 'api-key'), `${quarry.key}\n`);
  });
  after(async () => {
    await quarry.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...parameters: string[]) =>
    runProcess(['fetch', '--url', quarry.url, ...parameters], { QUARRY_DATA_DIR: folder });

  it('prints the Markdown of a page and nothing else', async () => {
    const { stdout } = await run(`${site.origin}/`);
    assert.match(stdout, /^# Harbours\n\nThe harbour[^]*High at noon\.\n$/);
  });

  it('takes the options of the request', async () => {
    const chosen = await run(`${site.origin}/`, '--include-tag', '.tide', '--header', 'X-Tide: high');
    assert.equal(chosen.stdout, 'High at noon.\n');
    assert.equal(site.requests.at(-1)?.headers['x-tide'], 'high');
    const asked = await run(`${site.origin}/`, '--query', 'When was the harbour built?');
    assert.match(asked.stdout, /^> Harbours\n\n[^]*winter of the great storm/);
    const json = JSON.parse((await run(`${site.origin}/`, '--json', '--include', 'text,links')).stdout);
    assert.deepEqual([json.requested_url, json.status, json.links], [`${site.origin}/`, 'ok', []]);
  });

  it('saves a picture of the page', async function () {
    if (!(await findChromium(process.env.QUARRY_CHROMIUM))) return this.skip();
    const file = join(folder, 'page.png');
    await run(`${site.origin}/`, '--screenshot', file);
    assert.equal((await readFile(file)).toString('latin1', 1, 4), 'PNG');
  });

  it('shows no control characters of a page at a terminal', async () => {
    const given = { PATH: process.env.PATH, HOME: process.env.HOME, QUARRY_DATA_DIR: folder };
    const command = `"${process.execPath}" cli/quarry.ts fetch --url ${quarry.url} ${site.origin}/dye`;
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env: given });
    assert.match(stdout, /begins +31mred/);
    assert.ok(!stdout.includes('\u009B'));
    assert.match((await run(`${site.origin}/dye`)).stdout, /\u009B31mred/, 'a program reads the page as it is');
  });

  it('fails where a page cannot be read, and says why', async () => {
    const { code, stderr } = await run(`${site.origin}/`, `${site.origin}/absent`);
    assert.equal(code, 1);
    assert.match(stderr, /absent: url_not_accessible: .*404/);
  });

  it('ends with the code of a refused call', async () => {
    const refused = await runProcess(['fetch', '--url', quarry.url, `${site.origin}/`], { QUARRY_API_KEY: 'none' });
    assert.deepEqual([refused.code, refused.stdout], [3, '']);
    assert.match(refused.stderr, /UNAUTHENTICATED/);
  });
});
