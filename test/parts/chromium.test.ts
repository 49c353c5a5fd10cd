import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChromium } from '../../local/chromium/chromium.ts';
import { packagedChromium, unpackExecutable, unpackLibraries } from '../../local/chromium/packaged-chromium.ts';

describe('finding Chromium', () => {
  it('uses the configured one', async () => {
    assert.deepEqual(await findChromium(process.execPath), {
      executablePath: process.execPath,
      args: [],
      source: 'configured',
    });
  });

  it('does not ignore a configured one that cannot be executed', async () => {
    await assert.rejects(findChromium('/nonexistent/chromium'), /QUARRY_CHROMIUM names \/nonexistent\/chromium/);
  });

  describe('in its package', () => {
    const cacheBefore = process.env.XDG_CACHE_HOME;
    let cache: string;

    before(async function () {
      if (!packagedChromium()) return this.skip();
      cache = await mkdtemp(join(tmpdir(), 'quarry-cache-test-'));
      process.env.XDG_CACHE_HOME = cache;
    });

    after(async () => {
      if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
      else process.env.XDG_CACHE_HOME = cacheBefore;
      if (cache) await rm(cache, { recursive: true });
    });

    it('is unpacked once, also for two concurrent callers, and leaves nothing unfinished', async () => {
      const archives = packagedChromium() ?? assert.fail('not packaged');
      const paths = await Promise.all([
        unpackExecutable(archives),
        unpackExecutable(archives),
        unpackLibraries(archives),
        unpackLibraries(archives),
      ]);
      assert.equal(paths[0], paths[1]);
      assert.deepEqual((await readdir(dirname(paths[0]))).toSorted(), ['chromium', 'lib']);
      assert.ok((await readdir(paths[2])).includes('libnss3.so'));
    });
  });
});
