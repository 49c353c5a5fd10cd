import assert from 'node:assert/strict';
import { createReader, createTokenizer } from '../../../services/embedding-model/word-pieces.ts';

const PIECES = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'a', '##b', '##bb', 'cafe', '東', '京', ',', '$', 'σ', 'i'];

describe('the tokens of a text', () => {
  const tokenize = createTokenizer(PIECES.join('\n'), 8);
  const pieces = (text: string) => tokenize(text).map((number) => PIECES[number]);

  const cases: ReadonlyArray<[what: string, text: string, pieces: string[]]> = [
    ['are the longest pieces of each word', 'abb', ['a', '##bb']],
    ['are unknown for a word that the pieces do not make up', 'ac a', ['[UNK]', 'a']],
    ['are unknown for a word of more than 100 characters', `a${'b'.repeat(100)}`, ['[UNK]']],
    ['are in lower case, without accents', 'Café İ', ['cafe', 'i']],
    ['keep the usual form of a last sigma', 'Σ', ['σ']],
    ['are single ideographs', '東京', ['東', '京']],
    ['are single signs, within a word too', 'a,a$', ['a', ',', 'a', '$']],
    ['pass over controls and white space of every kind', 'a\u0000b\u00a0\u200ba\t\n', ['a', '##b', 'a']],
    ['are the marks alone for a text without words', ' \n', []],
  ];
  for (const [what, text, expected] of cases) {
    it(what, () => assert.deepEqual(pieces(text), ['[CLS]', ...expected, '[SEP]']));
  }

  it('end with their end token if the text is too long', () => {
    assert.deepEqual(pieces('a '.repeat(50)), ['[CLS]', 'a', 'a', 'a', 'a', 'a', 'a', '[SEP]']);
    assert.deepEqual(pieces(`${'a '.repeat(5)}abb`), ['[CLS]', 'a', 'a', 'a', 'a', 'a', 'a', '[SEP]']);
  });

  it('require a vocabulary with the special tokens', () => {
    assert.throws(() => createTokenizer('a\nb', 8), /the vocabulary has no \[CLS\]/);
  });
});

describe('a text in a language of the model', () => {
  const reads = createReader([...PIECES, '##ト', 'ネ', 'サ', '##キ', 'с', '##л', '##о', '##в'].join('\n'));

  const cases: ReadonlyArray<[what: string, text: string, isRead: boolean]> = [
    ['has words of known pieces', 'café abb', true],
    ['may have words of one letter', 'a i', true],
    ['may have signs and numbers', '-a 1 2 3', true],
    ['may have a few unknown words', 'abb cafe 山', true],
    ['has words, not letters of another alphabet', 'слов', false],
    ['has words, not ideographs one by one', '東京', false],
    ['has words, not kana one by one', 'ネト a', false],
    ['is not made of unknown words', '山川', false],
  ];
  for (const [what, text, isRead] of cases) it(what, () => assert.equal(reads(text), isRead));
});
