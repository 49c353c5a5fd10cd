import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWay, type BreakableWay } from '../support/breakable-way.ts';
import { workerHealthCheck } from '../support/compose.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProcess, type QuarryProcess } from '../support/process.ts';

const WITHIN_MS = 40_000;

describe('the health of a worker', function () {
  this.timeout(90_000);
  let scratch: TestDatabase;
  let folder: string;
  let temporal: BreakableWay;
  let worker: QuarryProcess;
  let file: string;
  let check: (file: string) => Promise<boolean>;

  before(async () => {
    [scratch, folder, check] = await Promise.all([
      createTestDatabase(),
      mkdtemp(join(tmpdir(), 'quarry-test-')),
      workerHealthCheck(),
    ]);
    temporal = await openWay(new URL(`http://${process.env.QUARRY_TEST_TEMPORAL}`));
    file = join(folder, 'health');
    const environment = {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: temporal.host,
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_DATA_DIR: folder,
      QUARRY_HEALTH_FILE: file,
      TMPDIR: folder,
    };
    worker = await startProcess(['worker', 'webhooks'], environment);
  });
  after(async () => {
    await worker.end('SIGKILL');
    await temporal.cut().catch(() => undefined);
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const isHealthy = () => check(file);

  it('is good as long as it polls its task queue', async () => {
    assert.equal(await eventually(WITHIN_MS, isHealthy, (is) => is), true);
    await temporal.cut();
    assert.equal(await eventually(WITHIN_MS, isHealthy, (is) => !is), false);
  });
});
