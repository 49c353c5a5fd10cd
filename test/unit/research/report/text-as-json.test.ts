import assert from 'node:assert/strict';
import { reportOf } from '../../../support/research-report.ts';
import { withTextAsJson } from '../../../../services/research/report/report-step.ts';

const SOURCES = [
  { finalUrl: 'https://barre.example/', title: 'Barre', markdown: 'The Barre quarry is 600 feet deep.' },
  { finalUrl: 'https://other.example/', title: 'Other', markdown: 'Tea is a drink.' },
];
const asJson = async (question: string) =>
  withTextAsJson(await reportOf(question, question === '' ? [] : [question], SOURCES)).output;

describe('a report as a JSON object', () => {
  it('has the whole text as its answer, with the sources that it cites', async () => {
    const { text, structured, grounding } = await asJson('How deep is the Barre quarry?');
    assert.equal(text, 'The Barre quarry is 600 feet deep. [1]');
    assert.deepEqual(structured, { answer: text });
    assert.deepEqual(grounding, [{ field: 'answer', citations: [{ source_id: 1, url: 'https://barre.example/' }] }]);
  });

  for (const question of ['How many zorbles has Xyzzyland?', '']) {
    it(`has no answer if nothing was found: ${JSON.stringify(question)}`, async () => {
      const { structured, grounding } = await asJson(question);
      assert.deepEqual([structured, grounding], [{ answer: null }, []]);
    });
  }

  it('does not treat brackets in code as markers', () => {
    const report = {
      isCited: true,
      output: {
        text: 'It is deep [2].\n\n```\nx[1]\n```\n`y[1]`',
        structured: null,
        grounding: [],
        sources: [
          { id: 1, url: 'https://a.example/' },
          { id: 2, url: 'https://b.example/' },
        ],
      },
    };
    assert.deepEqual(withTextAsJson(report).output.grounding, [
      { field: 'answer', citations: [{ source_id: 2, url: 'https://b.example/' }] },
    ]);
  });
});
