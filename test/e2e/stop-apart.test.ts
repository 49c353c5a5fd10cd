import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { processesOf, startProcess, type QuarryProcess } from '../support/process.ts';
import { call, type Answered } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

/** As containers run them: the API and the worker as processes of their own, beside servers of the operator's. */
describe('a separate API and worker, stopped in the middle of work', function () {
  this.timeout(60_000);
  let scratch: TestDatabase;
  let site: Site;
  let folder: string;
  let api: QuarryProcess;
  let worker: QuarryProcess;
  let fetching: Promise<Answered>;

  before(async () => {
    [scratch, site, folder] = await Promise.all([
      createTestDatabase(),
      startSite({ '/slow': () => new Promise(() => {}) }),
      mkdtemp(join(tmpdir(), 'quarry-test-')),
    ]);
    const key = newApiKey();
    const environment = {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      TMPDIR: folder,
      QUARRY_DATA_DIR: folder,
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
    };
    worker = await startProcess(['worker'], environment);
    api = await startProcess(['api'], environment);
    fetching = call(`${api.ready.rest}/v1/fetch`, 'POST', { urls: [`${site.origin}/slow`] }, { 'x-api-key': key });
    await eventually(
      20_000,
      async () => site.requests.length,
      (count) => count > 0,
    );
  });
  after(async () => {
    await api.end('SIGKILL');
    await worker.end('SIGKILL');
    await site.close();
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('answer waiting callers and end in order, leaving no process behind', async () => {
    const codes = await Promise.all([worker.end('SIGTERM'), api.end('SIGTERM')]);
    const { status, body } = await fetching;
    assert.deepEqual([status, body.error?.code], [503, 'UNAVAILABLE']);
    assert.deepEqual(codes, [0, 0]);
    assert.deepEqual(processesOf(folder), []);
  });
});
