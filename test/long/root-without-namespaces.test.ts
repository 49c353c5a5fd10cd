import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processesOf, startProcess } from '../support/process.ts';
import { found } from '../support/programs.ts';
import { call } from '../support/quarry.ts';

const MODULES = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const;
const OTHERS = 0o007;

function nobodyEnters(folder: string): boolean {
  const [program, ...parameters] = NOBODY;
  return spawnSync(program, [...parameters, 'test', '-x', folder]).status === 0;
}

/** As in most containers: PostgreSQL refuses to run as root, and there is no namespace in which root is another user. */
describe('a start as root without user namespaces', function () {
  this.timeout(60_000);
  let folder: string;
  before(async function () {
    if (process.getuid?.() !== 0) return this.skip();
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    await chmod(folder, 0o755);
    if (![folder, MODULES].every(nobodyEnters)) {
      console.log('    (skipped: user 65534 cannot enter this checkout or the temporary folder)');
      return this.skip();
    }
    await mkdir(join(folder, 'bin'));
    // There is no unshare.
    for (const program of ['sh', 'true', 'id']) await symlink(found(program), join(folder, 'bin', program));
  });
  after(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('creates a data folder that PostgreSQL can enter and other users cannot, and starts on it again', async () => {
    const data = join(folder, 'data');
    const environment = {
      PATH: join(folder, 'bin'),
      TMPDIR: folder,
      QUARRY_DATA_DIR: data,
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
    };
    for (const start of ['first', 'second']) {
      const quarry = await startProcess(['start'], environment);
      const key = (await readFile(quarry.ready.key_file ?? '', 'utf8')).trim();
      assert.equal(
        (await call(`${quarry.ready.rest}/v1/account`, 'GET', undefined, { 'x-api-key': key })).status,
        200,
        start,
      );
      assert.equal(await quarry.end('SIGTERM'), 0, quarry.stderr());
    }
    assert.equal((await stat(data)).mode & OTHERS, 0);
    assert.deepEqual(processesOf(folder), []);
  });
});
