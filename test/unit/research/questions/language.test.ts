import assert from 'node:assert/strict';
import { readLanguage } from '../../../../services/research/questions/report-language.ts';
import { planResearch } from '../../../../services/research/gather/plan.ts';

describe('the language that a query requests', () => {
  const cases: Array<[string, string | undefined, string]> = [
    ['How deep is it?', undefined, 'How deep is it?'],
    ['How deep is it, in French?', 'fr', 'How deep is it'],
    ['How deep is it? In German, please.', 'de', 'How deep is it?'],
    ['How deep is the quarry in Spanish?', 'es', 'How deep is the quarry?'],
    ['How deep is it? Answer in French.', 'fr', 'How deep is it?'],
    ['Please write the report in Japanese. How deep is it?', 'ja', 'How deep is it?'],
    ['Wie tief ist der Bruch? Auf Deutsch', 'de', 'Wie tief ist der Bruch?'],
    ['What is a quarry called in French?', undefined, 'What is a quarry called in French?'],
    ['Which novels were published in French?', undefined, 'Which novels were published in French?'],
    ['Who lives in French Guiana?', undefined, 'Who lives in French Guiana?'],
    ['How deep is it, in Klingon?', undefined, 'How deep is it, in Klingon?'],
  ];
  for (const [query, tag, question] of cases) {
    it(`of "${query}" is ${tag ?? 'none'}`, () => {
      const read = readLanguage(query);
      assert.deepEqual([read.language?.tag, read.question], [tag, question]);
    });
  }

  it('is not part of the search', () => {
    assert.deepEqual(planResearch('How deep is the Barre granite quarry? Answer in French, please.').questions, [
      'How deep is the Barre granite quarry?',
    ]);
  });
});
