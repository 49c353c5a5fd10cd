import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { found } from '../support/programs.ts';

const run = promisify(execFile);

describe('the quarry command', function () {
  this.timeout(30_000);
  let clone: string;
  before(async () => {
    clone = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    await mkdir(join(clone, 'cli'));
    await cp('scripts', join(clone, 'scripts'), { recursive: true });
    for (const file of ['cli/quarry.mjs', 'package.json', 'package-lock.json']) await cp(file, join(clone, file));
  });
  after(() => rm(clone, { recursive: true, force: true }));

  for (const parameters of [['--help'], ['start', '--help'], ['orgs', 'create', 'Acme'], []]) {
    it(`installs nothing for: quarry ${parameters.join(' ')}`, async () => {
      const asked = run(process.execPath, [join(clone, 'cli/quarry.mjs'), ...parameters], { cwd: clone });
      await assert.rejects(asked, {
        code: 1,
        stdout: '',
        stderr: /^quarry: The packages are not installed yet\. `npm start` installs them/,
      });
      assert.deepEqual((await readdir(clone)).sort(), ['cli', 'package-lock.json', 'package.json', 'scripts']);
    });
  }

  it('keeps what it has compiled beside the packages, for the next command', async () => {
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    await rm('node_modules/.compile-cache', { recursive: true, force: true });
    await run(process.execPath, ['cli/quarry.mjs', 'search', '--help'], { env });
    assert.notDeepEqual(await readdir('node_modules/.compile-cache'), []);
  });

  for (const program of ['scripts/start.mjs', 'cli/quarry.mjs']) {
    it(`installs nothing if PostgreSQL could not reach it: ${program}`, async function () {
      if (process.getuid?.() !== 0) return this.skip();
      // Without user namespaces: there is no unshare.
      const bin = join(clone, 'bin');
      await mkdir(bin);
      await symlink(found('id'), join(bin, 'id'));
      const asked = run(process.execPath, [join(clone, program), 'start'], { cwd: clone, env: { PATH: bin } });
      await assert.rejects(asked, {
        code: 1,
        stdout: '',
        stderr: new RegExp(
          `^quarry: PostgreSQL does not run as root, and user \\d+ cannot enter ${clone}\\. Start Quarry as another user, or from a folder`,
        ),
      });
      await rm(bin, { recursive: true });
      assert.ok(!(await readdir(clone)).includes('node_modules'));
    });
  }

  it('lists its commands', async () => {
    const { stdout } = await run(process.execPath, ['cli/quarry.mjs', '--help']);
    for (const command of ['start', 'api', 'worker', 'orgs', 'keys', 'ledger', 'runs', 'index', 'ingest'])
      assert.match(stdout, new RegExp(`^ {2}${command} `, 'm'));
  });

  it('loads nothing of the service for a command that does not run it', async () => {
    const coverage = join(clone, 'coverage');
    await run(process.execPath, ['cli/quarry.ts', '--help'], { env: { ...process.env, NODE_V8_COVERAGE: coverage } });
    const reports = await Promise.all(
      (await readdir(coverage)).map(
        async (name) => JSON.parse(await readFile(join(coverage, name), 'utf8')) as { result: Array<{ url: string }> },
      ),
    );
    const loaded = reports.flatMap(({ result }) => result.map(({ url }) => url));
    assert.ok(loaded.some((url) => url.endsWith('/cli/quarry.ts')));
    assert.deepEqual(
      loaded.filter((url) => /\/(?:local|api|worker)\/main\.ts$|\/@temporalio\/worker\//.test(url)),
      [],
    );
  });
});
