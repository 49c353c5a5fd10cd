import assert from 'node:assert/strict';
import { contradict } from '../../../../services/research/findings/contradictions.ts';
import { reportOf } from '../../../support/research-report.ts';

describe('sources that contradict each other', () => {
  const cases: Array<[boolean, string, string]> = [
    [true, 'The Penrhyn slate quarry was opened in 1770.', 'The Penrhyn slate quarry in Wales was opened in 1782.'],
    [
      true,
      'The Harbour Bridge was opened on 19 March 1932.',
      'The Harbour Bridge was opened on 20 March 1932 by the premier.',
    ],
    [true, 'The quarry is 600 feet deep.', 'The deep quarry is 550 feet deep today.'],
    [
      false,
      'The Penrhyn slate quarry was opened in 1770.',
      'The Penrhyn slate quarry was opened in 1770 by Richard Pennant.',
    ],
    [false, 'The Penrhyn slate quarry was opened in 1770.', 'The Penrhyn slate quarry was large.'],
    [false, 'The Penrhyn slate quarry was opened in 1770.', 'The Barre granite mine employed 300 people.'],
    [false, 'The Zemstayar quarry is 211 feet deep.', 'The Kelnorros quarry is 208 feet deep.'],
    [false, 'The bridge was opened on 19 March 1932.', 'The bridge was opened on March 19, 1932.'],
    [false, 'It cost 1,000 dollars to build the old mole.', 'Building the old mole cost 1000 dollars.'],
    [true, 'In 2020 the Barre quarry employed 600 workers.', 'In 2020 the Barre quarry employed 550 workers.'],
    [true, 'The Ashby quarry employed 40 workers.', 'The Ashby quarry employed 75 workers.'],
    [
      true,
      'The Barre quarry, opened in 1833, is 600 feet deep and 1,200 feet wide.',
      'The Barre quarry is 600 feet deep and 1,100 feet wide.',
    ],
    [
      true,
      'The Barre quarry was opened in 1833 with 40 workers.',
      'The Barre quarry was opened in 1835 with 40 workers.',
    ],
    [true, 'The town of Barre has a population of 8,491 people.', 'The town of Barre has a population of 9,052.'],
    [true, 'The temperature of Lake Barre is -5 °C in winter.', 'The temperature of Lake Barre is 5 °C in winter.'],
    [false, 'The Barre quarry employed 600 workers.', 'Quarry worker number 0 lived near the Barre road.'],
    [false, 'Quarry worker number 0 lived near the Barre road.', 'Quarry worker number 1 lived near the Barre road.'],
    [false, 'The Barre quarry is 600 feet deep.', 'The Barre quarry is 1,200 feet wide.'],
    [false, 'The Barre quarry employed 600 workers.', 'The Barre quarry employed 12 women workers.'],
    [false, 'In 1990 the Barre quarry employed 600 workers.', 'In 2020 the Barre quarry employed 550 workers.'],
    [false, 'The Barre quarry employed 600 workers in 1990.', 'The Barre quarry employed 550 workers in 2020.'],
    [false, 'The Barre quarry employed 600 workers in 1990.', 'The Barre quarry employed 600 workers in 2020.'],
    [false, 'The Harbour Bridge was opened in 1932.', 'The Harbour Bridge was opened on 19 March 1932 by the premier.'],
    [false, 'The Barre quarry sold 600 tonnes of granite.', 'The Barre quarry sold granite for 900 dollars.'],
    [false, 'The Barre quarry employed 600 workers, later 550 workers.', 'The Barre quarry employed 550 workers.'],
  ];
  for (const [expected, one, other] of cases) {
    it(`${expected ? 'are' : 'are not'}: ${one} / ${other}`, () => {
      assert.equal(contradict(one, other), expected);
      assert.equal(contradict(other, one), expected);
    });
  }

  it('are shown side by side, each with its source, and those that agree share a sentence', async () => {
    const page = (site: string, markdown: string) => ({
      finalUrl: `https://${site}.example/`,
      title: 'Penrhyn',
      markdown,
    });
    const sources = [
      page('a', 'The Penrhyn slate quarry was opened in 1770.'),
      page('b', 'The Penrhyn slate quarry was opened in 1782.'),
      page('c', 'The Penrhyn slate quarry was opened in 1770.'),
    ];
    const question = 'When was the Penrhyn slate quarry opened?';
    const report = await reportOf(question, [question], sources);
    assert.equal(
      report.output.text,
      'Sources differ:\n\n- The Penrhyn slate quarry was opened in 1770. [1][3]\n- The Penrhyn slate quarry was opened in 1782. [2]',
    );
  });

  const page = (site: string, markdown: string) => ({
    finalUrl: `https://${site}.example/`,
    title: 'Penrhyn',
    markdown,
  });
  const sources = [
    page('a', 'The Penrhyn slate quarry was opened in 1770.'),
    page('b', 'The Penrhyn slate quarry was opened in 1782.'),
  ];
  const report = async (query: string) =>
    (await reportOf(query, ['When was the Penrhyn slate quarry opened?'], sources)).output.text;
  const both =
    'Sources differ: The Penrhyn slate quarry was opened in 1770. [1] / The Penrhyn slate quarry was opened in 1782. [2]';

  it('are shown side by side in one bullet', async () => {
    assert.equal(await report('When was the Penrhyn slate quarry opened, in one bullet?'), `- ${both}`);
  });

  it('are shown side by side in one row', async () => {
    assert.equal(
      await report('When was the Penrhyn slate quarry opened, as a table?'),
      `| Question | Finding | Sources |\n|---|---|---|\n| When was the Penrhyn slate quarry opened? | ${both} | [1] [2] |`,
    );
  });
});
