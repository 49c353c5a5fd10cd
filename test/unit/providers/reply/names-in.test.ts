import assert from 'node:assert/strict';
import { nameWords, namesIn } from '../../../../services/providers/reply/names-in.ts';

describe('the names in a question', () => {
  const QUESTIONS: Array<[string, string[]]> = [
    ['Who founded Acme Corp?', ['Acme Corp']],
    ["What is Marie Skłodowska Curie's field?", ['Marie Skłodowska Curie']],
    ['The CEO of the Bank of England and of BP', ['Bank of England', 'BP']],
    ['Ludwig van Beethoven', ['Ludwig van Beethoven']],
    ['Where was he born', []],
    ['no capitals here', []],
    ['東京の会社', []],
  ];
  for (const [question, names] of QUESTIONS) {
    it(`finds ${names.length} in «${question}»`, () => assert.deepEqual(namesIn(question), names));
  }

  it('include their words, or those of a question without names', () => {
    assert.deepEqual(nameWords('Where does Josiah Carberry of Brown work?'), ['josiah', 'carberry', 'brown']);
    assert.deepEqual(nameWords('where does carberry work?'), ['carberry', 'work']);
  });

  it('are found in questions of any length', () => {
    assert.equal(namesIn('Oak of the '.repeat(1_000)).length, 1);
    assert.deepEqual(namesIn(`Oak${' of'.repeat(4_000)}`), ['Oak']);
  });
});
