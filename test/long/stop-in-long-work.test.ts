import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { processesOf, startProcess, type QuarryProcess } from '../support/process.ts';
import { call } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const APPLICATION = '<!doctype html><title>Busy</title><div id="root"></div><script>for (;;);</script>';

/** The work that takes longest to leave: a wait, a page that never answers, a page that keeps the browser busy. */
describe('the product, stopped in the middle of long work', function () {
  this.timeout(120_000);
  let site: Site;
  let folder: string;
  let quarry: QuarryProcess;
  let waiting: Array<Promise<{ status: number; body: { error?: { code: string } } }>>;

  beforeEach(async () => {
    site = await startSite({ '/slow': () => new Promise(() => {}), '/busy': APPLICATION });
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    quarry = await startProcess(['start'], {
      // By which everything that belongs to this product is known, and goes with the folder.
      TMPDIR: folder,
      QUARRY_DATA_DIR: join(folder, 'data'),
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_TEMPORAL_PORT: '0',
      QUARRY_TEMPORAL_UI_PORT: '0',
      QUARRY_SEED_DOCS: 'false',
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
    });
    const key = (await readFile(quarry.ready.key_file ?? '', 'utf8')).trim();
    const ask = (method: string, path: string, body?: unknown) =>
      call(quarry.ready.rest + path, method, body, { 'x-api-key': key });
    const run = await ask('POST', '/v1/agent/runs', { query: `How deep is it? Read ${site.origin}/slow` });
    waiting = [
      ask('GET', `/v1/agent/runs/${run.body.id}?wait=60`),
      ask('POST', '/v1/fetch', { urls: [`${site.origin}/slow`, `${site.origin}/busy`] }),
    ];
    // The call may end as a cut connection; the test that awaits it decides whether that is right.
    for (const one of waiting) one.catch(() => {});
    await eventually(
      30_000,
      async () => site.requests.filter(({ path }) => path === '/busy').length,
      (count) => count >= 2,
    );
  });
  afterEach(async () => {
    await quarry.end('SIGKILL');
    for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL');
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers waiting callers, ends within the time limit and leaves no process behind', async () => {
    const code = await quarry.end('SIGTERM');
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status, body }) => [status, body.error?.code]),
      [
        [503, 'UNAVAILABLE'],
        [503, 'UNAVAILABLE'],
      ],
    );
    assert.equal(code, 0, quarry.stderr());
    assert.deepEqual(processesOf(folder), []);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /^(quarry|playwright)/.test(name)),
      [],
    );
  });

  it('ends in order and leaves no process behind even if its servers hang', async () => {
    const servers = processesOf(folder).filter(({ command }) => /postgres|temporal/.test(command));
    assert.ok(servers.length >= 2);
    for (const { pid } of servers) suspend(pid);
    assert.equal(await quarry.end('SIGTERM'), 0, quarry.stderr());
    assert.deepEqual(processesOf(folder), []);
  });

  it('ends at once at the second signal, and leaves no process behind', async () => {
    quarry.child.kill('SIGINT');
    // By then it is known not to be the same press, handed on by another.
    await Promise.all(waiting);
    assert.equal(await quarry.end('SIGINT'), 130);
    assert.deepEqual(processesOf(folder), []);
  });
});

/** A process of PostgreSQL for one connection may have ended since it was listed. */
function suspend(pid: number): void {
  try {
    process.kill(pid, 'SIGSTOP');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
