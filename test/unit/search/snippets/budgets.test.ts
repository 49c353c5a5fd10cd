import assert from 'node:assert/strict';
import { allotSnippets, countTokens } from '../../../../services/search/snippets/budgets.ts';
import { cutSnippet } from '../../../../services/search/snippets/cut-snippet.ts';
import type { SnippetOptions } from '../../../../services/search/snippets/selected-fields.ts';

const WIDE: SnippetOptions = {
  maxSnippets: undefined,
  maxSnippetsPerResult: 16,
  maxTokens: 65_536,
  maxTokensPerResult: 32_768,
};
const passages = (...ordinals: number[]) =>
  ordinals.map((ordinal) => ({ ordinal, text: `${ordinal}`.padEnd(400, 'x') }));
const cutHard = (text: string, maxTokens: number) => text.slice(0, maxTokens * 4);
const firstLetters = (result: Array<Array<{ text: string }>>) =>
  result.map((snippets) => snippets.map(({ text }) => text.charAt(0)));

describe('tokens', () => {
  for (const [text, tokens] of [
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['😀😀😀😀', 1],
    ['😀😀😀😀😀', 2],
  ] as const) {
    it(`of ${JSON.stringify(text)} are ${tokens}`, () => assert.equal(countTokens(text), tokens));
  }
});

describe('the budgets of snippets', () => {
  it('admit everything that fits', () => {
    assert.deepEqual(firstLetters(allotSnippets([passages(0, 1), passages(2)], WIDE, cutHard)), [['0', '1'], ['2']]);
  });
  it('return snippets in the order of the document, not of their rank', () => {
    assert.deepEqual(firstLetters(allotSnippets([passages(7, 2, 5)], WIDE, cutHard)), [['2', '5', '7']]);
  });
  it('are spent one snippet a document at a time, best documents first', () => {
    const spent = allotSnippets([passages(1, 2, 3), passages(4, 5), passages(6)], { ...WIDE, maxSnippets: 4 }, cutHard);
    assert.deepEqual(firstLetters(spent), [['1', '2'], ['4'], ['6']]);
  });
  it('limit the snippets of one document', () => {
    assert.deepEqual(firstLetters(allotSnippets([passages(1, 2, 3)], { ...WIDE, maxSnippetsPerResult: 2 }, cutHard)), [
      ['1', '2'],
    ]);
  });
  it('limit the tokens of the response and of each document', () => {
    const many = [passages(1, 2, 3, 4), passages(5, 6, 7, 8), passages(9)];
    const spent = allotSnippets(many, { ...WIDE, maxTokens: 512, maxTokensPerResult: 250 }, cutHard);
    const tokens = spent.map((snippets) => snippets.reduce((total, { text }) => total + countTokens(text), 0));
    assert.deepEqual(tokens, [200, 200, 100]);
  });
  it('cut a snippet that would exceed them', () => {
    const [[snippet] = []] = allotSnippets([passages(1)], { ...WIDE, maxTokensPerResult: 64 }, cutHard);
    assert.equal(countTokens(snippet?.text ?? ''), 64);
  });
});

describe('a cut snippet', () => {
  const text =
    'Nothing of interest stands here at all. The heron waits in the reeds. A heron eats fish and frogs. Then it rains.';

  it('keeps the sentences with most of the query', () => {
    assert.equal(cutSnippet(text, new Set(['heron', 'eat', 'fish']), 10), 'A heron eats fish and frogs.');
  });
  it('ends at a word if no sentence fits', () => {
    assert.equal(cutSnippet('one two three four five six seven eight', new Set(['one']), 4), 'one two three');
  });
  it('never splits a grapheme', () => {
    const family = '👨‍👩‍👧';
    const cut = cutSnippet(family.repeat(20), new Set(), 4);
    assert.equal(cut, family.repeat(3));
  });
});
