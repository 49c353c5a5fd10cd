import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, sourceFiles, TOP_FOLDERS } from '../../scripts/map/imports.ts';

// The client and the generated contract name what a caller sees, as the service's own types do.
const FOR_CALLERS = new Set(['sdk', 'gen']);
const EXPORTED = /^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

describe('exported types', () => {
  const named = TOP_FOLDERS.filter((folder) => !FOR_CALLERS.has(folder))
    .flatMap((folder) => sourceFiles(join(ROOT, folder)))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(EXPORTED), ([, name = '']) => ({
        name,
        file: relative(ROOT, file),
      })),
    );

  it('have names of their own', () => {
    assert.ok(named.length > 300, `${named.length} exported types`);
    const shared = [...Map.groupBy(named, ({ name }) => name)].filter(([, places]) => places.length > 1);
    assert.deepEqual(
      shared.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`),
      [],
    );
  });
});
