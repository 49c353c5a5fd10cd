import assert from 'node:assert/strict';
import { contradict } from '../../../services/research/contradictions.ts';
import { writeReport } from '../../../services/research/write-report.ts';

describe('sources that contradict each other', () => {
  const cases: Array<[boolean, string, string]> = [
    [true, 'The Penrhyn slate quarry was opened in 1770.', 'The Penrhyn slate quarry in Wales was opened in 1782.'],
    [true, 'The Harbour Bridge was opened on 19 March 1932.', 'The Harbour Bridge was opened on 20 March 1932 by the premier.'],
    [true, 'The quarry is 600 feet deep.', 'The deep quarry is 550 feet deep today.'],
    [false, 'The Penrhyn slate quarry was opened in 1770.', 'The Penrhyn slate quarry was opened in 1770 by Richard Pennant.'],
    [false, 'The Penrhyn slate quarry was opened in 1770.', 'The Penrhyn slate quarry was large.'],
    [false, 'The Penrhyn slate quarry was opened in 1770.', 'The Barre granite mine employed 300 people.'],
    [false, 'The Zemstayar quarry is 211 feet deep.', 'The Kelnorros quarry is 208 feet deep.'],
    [false, 'The bridge was opened on 19 March 1932.', 'The bridge was opened on March 19, 1932.'],
    [false, 'It cost 1,000 dollars to build the old mole.', 'Building the old mole cost 1000 dollars.'],
  ];
  for (const [expected, one, other] of cases) {
    it(`${expected ? 'are' : 'are not'}: ${one} / ${other}`, () => {
      assert.equal(contradict(one, other), expected);
      assert.equal(contradict(other, one), expected);
    });
  }

  it('are shown side by side, each with its source, and those that agree share a sentence', () => {
    const page = (site: string, markdown: string) => ({ finalUrl: `https://${site}.example/`, title: 'Penrhyn', markdown });
    const sources = [
      page('a', 'The Penrhyn slate quarry was opened in 1770.'),
      page('b', 'The Penrhyn slate quarry was opened in 1782.'),
      page('c', 'The Penrhyn slate quarry was opened in 1770.'),
    ];
    const { report } = writeReport({ query: 'x', questions: ['When was the Penrhyn slate quarry opened?'], sources, evidencePassages: 0 });
    assert.equal(
      report.output.text,
      'Sources differ:\n\n- The Penrhyn slate quarry was opened in 1770. [1][3]\n- The Penrhyn slate quarry was opened in 1782. [2]',
    );
  });
});
