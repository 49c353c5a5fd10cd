import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, sourceFiles, TOP_FOLDERS } from '../../scripts/map/imports.ts';

// Its names come from the gRPC contract.
const GENERATED = 'gen';
const EXPORTED = /^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

describe('exported types', () => {
  const named = TOP_FOLDERS.filter((folder) => folder !== GENERATED)
    .flatMap((folder) => sourceFiles(join(ROOT, folder)))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(EXPORTED), ([, name = '']) => ({
        name,
        file: relative(ROOT, file),
      })),
    );

  it('have unique names', () => {
    assert.ok(named.length > 300, `${named.length} exported types`);
    const shared = [...Map.groupBy(named, ({ name }) => name)].filter(([, places]) => places.length > 1);
    assert.deepEqual(
      shared.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`),
      [],
    );
  });
});
