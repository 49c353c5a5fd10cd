import assert from 'node:assert/strict';
import { storableJson } from '../../../../services/database/storable.ts';
import { partsOf } from '../../../../services/monitors/pages/parts-of.ts';

const table = (...rows: string[]) => ['| Line | Fare |', '| --- | --- |', ...rows].join('\n');

describe('the parts of a watched page', () => {
  it('are sentences, items, rows and lines of code', () => {
    const markdown = `Petrels are back. They nest.\n\n- Terns\n- Auks\n\n${table('| A  |   24 € |')}\n\n\`\`\`\nrun now\n\`\`\``;
    assert.deepEqual(partsOf(markdown), [
      'Petrels are back.',
      'They nest.',
      'Terns',
      'Auks',
      'Line | Fare',
      'A | 24 €',
      'run now',
    ]);
  });

  it('are the same when they were stored', () => {
    const parts = partsOf(`${'a'.repeat(999)}😀${'b'.repeat(20)}\n\nA sign \0 that no text has.`);
    assert.equal(parts.length, 3);
    assert.deepEqual(JSON.parse(storableJson(parts)), parts);
  });

  // With time in the square of the length, each of these would take hours.
  for (const [what, markdown] of [
    ['white space in a row', table(`| A${' '.repeat(2_000_000)}B | 24 € |`)],
    ['white space in a sentence', `Petrels${' '.repeat(2_000_000)}nest.`],
    ['abbreviations', 'A. '.repeat(300_000)],
  ] as const)
    it(`are found in a page with long runs of ${what}`, () => {
      assert.ok(partsOf(markdown).length > 0);
    });
});
