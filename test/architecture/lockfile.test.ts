import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/map/imports.ts';

interface Entry {
  integrity?: string;
  optional?: boolean;
  link?: boolean;
}

describe('the lockfile', () => {
  it('has a hash for every package that is installed on every platform', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Entry>;
    };
    const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);
    assert.ok(entries.length > 500, `${entries.length} entries`);
    assert.deepEqual(
      entries
        .filter(([, { integrity, optional }]) => !optional && integrity?.startsWith('sha512-') !== true)
        .map(([path]) => path),
      [],
    );
  });
});
