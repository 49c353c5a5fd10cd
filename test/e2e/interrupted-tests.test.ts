import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { processesOf } from '../support/process.ts';

const STARTED_WITHIN_MS = 30_000;
const GONE_WITHIN_MS = 5_000;

describe('a test run that a signal interrupts', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`leaves no process and no file behind: ${signal}`, async () => {
      const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'MOCHA_WORKER_ID'));
      const run = spawn(
        process.execPath,
        ['node_modules/mocha/bin/mocha.js', '--parallel', 'test/{api,unit}/**/*.test.ts'],
        {
          env: { ...inherited, TMPDIR: folder, QUARRY_TEST_MEMORY: folder },
          stdio: 'ignore',
        },
      );
      const ended = once(run, 'exit');
      const servers = async () =>
        processesOf(folder).filter(({ command }) => /bin\/postgres|temporal server/.test(command)).length;
      assert.ok((await eventually(STARTED_WITHIN_MS, servers, (count) => count >= 2)) >= 2);
      run.kill(signal);
      assert.deepEqual(await ended, [130, null]);
      assert.deepEqual(
        await eventually(
          GONE_WITHIN_MS,
          async () => processesOf(folder),
          (left) => left.length === 0,
        ),
        [],
      );
      assert.deepEqual(await readdir(folder), []);
    });
  }
});
