import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesOf } from '../support/process.ts';

describe('a test run of which a server does not start', function () {
  this.timeout(90_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'quarry-test-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  it('ends as failed, and leaves no process and no file behind', async () => {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'MOCHA_WORKER_ID'));
    const file = 'test/unit/scripts/pack.test.ts';
    const run = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', '--no-parallel', file], {
      env: { ...inherited, TMPDIR: folder, QUARRY_TEST_MEMORY: folder, QUARRY_TEMPORAL_CLI: '/bin/false' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    run.stderr?.on('data', (text: Buffer) => (told += text.toString()));
    assert.deepEqual(await once(run, 'close'), [1, null]);
    assert.match(told, /the servers of the tests could not be started/);
    assert.deepEqual([processesOf(folder), await readdir(folder)], [[], []]);
  });
});
