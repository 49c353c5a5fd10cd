import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('the quarry command', function () {
  this.timeout(30_000);
  let clone: string;
  before(async () => {
    clone = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    for (const folder of ['cli', 'scripts']) await mkdir(join(clone, folder));
    for (const file of ['cli/quarry.mjs', 'scripts/setup.mjs', 'scripts/launcher.mjs', 'package.json', 'package-lock.json']) await cp(file, join(clone, file));
  });
  after(() => rm(clone, { recursive: true, force: true }));

  for (const parameters of [['--help'], ['start', '--help'], ['orgs', 'create', 'Acme'], []]) {
    it(`installs nothing for: quarry ${parameters.join(' ')}`, async () => {
      const asked = run(process.execPath, [join(clone, 'cli/quarry.mjs'), ...parameters], { cwd: clone });
      await assert.rejects(asked, { code: 1, stdout: '', stderr: /^quarry: The packages are not installed yet\. `npm start` installs them/ });
      assert.deepEqual((await readdir(clone)).sort(), ['cli', 'package-lock.json', 'package.json', 'scripts']);
    });
  }

  it('lists its commands', async () => {
    const { stdout } = await run(process.execPath, ['cli/quarry.mjs', '--help']);
    for (const command of ['start', 'api', 'worker', 'orgs', 'keys', 'ledger', 'runs', 'index', 'ingest']) assert.match(stdout, new RegExp(`^ {2}${command} `, 'm'));
  });
});
