import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities } from '../../entities/index.ts';
import { ROOT } from '../../scripts/map/imports.ts';
import { WORKFLOWS } from '../../services/temporal/names.ts';

describe('docs/architecture.md', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rowsOf = (heading: string) => {
    const [, part = ''] = page.split(`\n## ${heading}\n`);
    return Array.from((part.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm), ([, name = '']) => name).toSorted(
      (a, b) => a.localeCompare(b),
    );
  };

  it('lists every table', () => {
    assert.deepEqual(
      rowsOf('The tables'),
      entities.map((schema) => schema.meta.tableName).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it('lists every workflow', () => {
    assert.deepEqual(
      rowsOf('The workflows'),
      Object.values(WORKFLOWS).toSorted((a, b) => a.localeCompare(b)),
    );
  });
});
