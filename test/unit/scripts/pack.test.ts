import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MANIFEST = {
  name: 'clone',
  version: '1.2.3',
  bin: { clone: 'scripts/pack.mjs' },
  files: ['scripts'],
  scripts: { start: 'true' },
  dependencies: { koa: '3.2.1' },
};

describe('the manifest of a clone that is packed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-pack-'));
    await cp('scripts/package', join(folder, 'scripts/package'), { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
    await writeFile(join(folder, 'package-lock.json'), '{}');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const pack = (when: 'before' | 'after') =>
    execFileSync(process.execPath, [join(folder, 'scripts/package/pack.mjs'), when]);
  const kept = (name: string) => join(folder, 'scripts/package/kept', name);
  const manifest = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

  it('names no dependencies in the package, which carries the whole one and the lockfile', () => {
    pack('before');
    const { name, version, bin, files } = MANIFEST;
    assert.deepEqual(manifest(), { name, version, bin, files });
    assert.deepEqual(JSON.parse(readFileSync(kept('package.json'), 'utf8')), MANIFEST);
    assert.equal(readFileSync(kept('package-lock.json'), 'utf8'), '{}');
  });

  it('is as it was afterwards, also where an earlier pack was killed', () => {
    pack('before');
    pack('before');
    pack('after');
    assert.deepEqual([manifest(), existsSync(kept(''))], [MANIFEST, false]);
    pack('after');
    assert.deepEqual(manifest(), MANIFEST);
  });

  it('gives packages with different files different digests', async () => {
    const digest = () => {
      pack('before');
      const read = readFileSync(kept('digest'), 'utf8');
      pack('after');
      return read;
    };
    const first = digest();
    assert.equal(digest(), first);
    await writeFile(join(folder, 'scripts/added.mjs'), '');
    assert.notEqual(digest(), first);
  });
});
