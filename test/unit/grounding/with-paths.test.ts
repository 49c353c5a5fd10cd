import assert from 'node:assert/strict';
import { sourceSays } from '../../../services/grounding/model-text/cite-unit.ts';
import { withPaths } from '../../../services/grounding/with-paths.ts';
import type { Source } from '../../../services/page-text/source.ts';

const part = (markdown: string, ...path: string[]) => ({ markdown, path, score: 1 });
const SOURCE: Source = {
  url: 'https://pond.example/',
  name: 'pond',
  title: 'Settings',
  passages: ['Counts from the ground. The default is 4.', 'Counts in the morning. The default is 9.'],
  parts: [
    part('Counts from the ground. The default is 4.', 'Ponds', 'heron_limit (integer)'),
    part('Counts in the morning. The default is 9.', 'Ponds', 'otter_limit (integer)'),
  ],
};

describe('passages with their headings and terms', () => {
  const placed = withPaths(SOURCE);

  it('show a model their place', () => {
    assert.equal(placed.passages[0], 'Ponds › heron_limit (integer)\n\nCounts from the ground. The default is 4.');
  });

  it('support a claim that names the setting', () => {
    assert.equal(sourceSays(SOURCE, 'The default of `heron_limit` is 4.'), false);
    assert.equal(sourceSays(placed, 'The default of `heron_limit` is 4.'), true);
  });

  it("support no claim with a neighbour's value", () => {
    assert.equal(sourceSays(placed, 'The default of `heron_limit` is 9.'), false);
    assert.equal(sourceSays(placed, 'The default of `otter_limit` is 4.'), false);
  });

  it('are unchanged if nothing is above them', () => {
    const bare: Source = { ...SOURCE, parts: [part('The pond is deep.')] };
    assert.equal(withPaths(bare), bare);
  });

  it('do not repeat a heading that they begin with', () => {
    const { passages } = withPaths({ ...SOURCE, parts: [part('## Ponds\n\nA pond is wet.', 'Ponds')] });
    assert.deepEqual(passages, ['Ponds\n\nA pond is wet.']);
  });
});
