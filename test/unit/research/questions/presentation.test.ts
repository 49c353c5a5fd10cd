import assert from 'node:assert/strict';
import { planResearch } from '../../../../services/research/gather/plan.ts';
import { readPresentation } from '../../../../services/research/questions/presentation.ts';
import { reportOf } from '../../../support/research-report.ts';

const QUESTIONS = ['When was the Penrhyn slate quarry opened?', 'How deep is the Barre granite quarry?'];
const SOURCES = [
  {
    finalUrl: 'https://a.example/',
    title: 'Penrhyn',
    markdown:
      'The Penrhyn slate quarry was opened in 1770. The Penrhyn slate quarry was opened by Richard Pennant of Bethesda.',
  },
  { finalUrl: 'https://b.example/', title: 'Barre', markdown: 'The Barre granite quarry is 600 feet deep.' },
];
const report = async (query: string) => (await reportOf(query, QUESTIONS, SOURCES)).output.text;

describe('the form that a query requests', () => {
  const cases: Array<[string, object, string]> = [
    ['How deep is it?', { form: 'prose' }, 'How deep is it?'],
    ['How deep is it, in three bullets?', { form: 'bullets', most: 3 }, 'How deep is it?'],
    ['How deep is it? Answer in 2 short bullet points', { form: 'bullets', most: 2 }, 'How deep is it? Answer'],
    ['List the depths as bullets', { form: 'bullets', most: Infinity }, 'List the depths'],
    ['The depths of quarries as a table', { form: 'table' }, 'The depths of quarries'],
    ['How deep is it? Give a table.', { form: 'table' }, 'How deep is it? Give a table.'],
    [
      'How deep is it? Use five bullet points.',
      { form: 'bullets', most: 5 },
      'How deep is it? Use five bullet points.',
    ],
    ['List three quarries of granite', { form: 'bullets', most: 3 }, 'List three quarries of granite'],
    ['Explain briefly how slate splits', { form: 'prose' }, 'Explain how slate splits'],
    ['How do I list tables?', { form: 'prose' }, 'How do I list tables?'],
    ['How is a table made?', { form: 'prose' }, 'How is a table made?'],
    ['What do bullets cost?', { form: 'prose' }, 'What do bullets cost?'],
  ];
  for (const [query, presentation, question] of cases) {
    it(`of "${query}" is ${JSON.stringify(presentation)}`, () => {
      assert.deepEqual(readPresentation(query), { presentation, question });
    });
  }

  it('is not part of the search', () => {
    assert.deepEqual(planResearch('How deep is the Barre granite quarry, in three bullets?').questions, [
      'How deep is the Barre granite quarry?',
    ]);
  });

  it('is applied: a number of bullets, the best of each question first', async () => {
    assert.equal(
      await report('x in two bullets'),
      '- The Penrhyn slate quarry was opened in 1770. [1]\n- The Barre granite quarry is 600 feet deep. [2]',
    );
  });

  it('is applied: a table of the findings', async () => {
    const rows = (await report('x as a table')).split('\n');
    assert.deepEqual(rows.slice(0, 3), [
      '| Question | Finding | Sources |',
      '|---|---|---|',
      '| When was the Penrhyn slate quarry opened? | The Penrhyn slate quarry was opened in 1770. | [1] |',
    ]);
    assert.ok(rows.at(-1)?.endsWith('| [2] |'));
  });
});
