import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WEEKS_AGO = new Date(Date.now() - 14 * 86_400_000);

describe('an installed package', () => {
  let above: string;
  let root: string;
  let cache: string;
  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), 'quarry-unpack-'));
    root = join(above, 'installed');
    cache = join(above, 'cache/quarry');
    await cp('scripts', join(root, 'scripts'), { recursive: true });
    await cp('cli/quarry.mjs', join(root, 'cli/quarry.mjs'));
    await mkdir(join(root, 'scripts/package/kept'));
    for (const name of ['package.json', 'package-lock.json', 'digest'])
      await writeFile(join(root, 'scripts/package/kept', name), name === 'digest' ? 'abc' : '{}');
    await writeFile(join(root, 'package.json'), '{"version": "1.2.3"}');
  });
  afterEach(() => rm(above, { recursive: true, force: true }));

  /** @param code with the folder of the release as `folder` */
  async function unpack(code: string): Promise<string> {
    const program = `
      const { unpacked } = await import(${JSON.stringify(join(root, 'scripts/package/unpack.mjs'))});
      const { readdirSync } = await import('node:fs');
      const folder = unpacked(${JSON.stringify(root)});
      console.log(${code});`;
    const env = { ...process.env, XDG_CACHE_HOME: join(above, 'cache') };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
    return stdout.trim();
  }

  /** A release that was last used weeks ago. @param pid of a process that runs from it */
  async function older(name: string, pid?: number): Promise<void> {
    const users = join(cache, name, 'used-by');
    await mkdir(users, { recursive: true });
    if (pid !== undefined) await writeFile(join(users, String(pid)), '');
    await utimes(users, WEEKS_AGO, WEEKS_AGO);
  }

  it('has its files in the cache folder, and notes there which process runs them', async () => {
    assert.equal(await unpack('folder'), join(cache, 'release-1.2.3-abc'));
    assert.match(await unpack(`readdirSync(folder + '/used-by').join() === String(process.pid)`), /^true$/);
    assert.deepEqual(await readdir(join(cache, 'release-1.2.3-abc/used-by')), []);
  });

  it('removes older releases that are not in use, and nothing else', async () => {
    await older('release-1.0.0-unused');
    await older('release-1.0.1-ended', await endedPid());
    await older('release-1.0.2-running', process.pid);
    await mkdir(join(cache, 'release-1.0.3-recent'));
    await older('node-24.0.0');
    await unpack('folder');
    const left = ['node-24.0.0', 'release-1.0.2-running', 'release-1.0.3-recent', 'release-1.2.3-abc'];
    assert.deepEqual((await readdir(cache)).toSorted(), left);
  });

  it('says in one line what to do where the cache folder cannot be written', async () => {
    await writeFile(join(above, 'file'), '');
    const env = { ...process.env, XDG_CACHE_HOME: join(above, 'file') };
    const call = promisify(execFile)(process.execPath, [join(root, 'cli/quarry.mjs'), 'start'], { env });
    await assert.rejects(call, ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 1);
      assert.match(stderr, /^quarry: The cache folder \S+ cannot be written \(.+\)\. Set XDG_CACHE_HOME to .+\.\n$/);
      return true;
    });
  });
});

async function endedPid(): Promise<number> {
  const { child } = promisify(execFile)(process.execPath, ['--eval', '']);
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid ?? 0;
}
