import assert from 'node:assert/strict';
import { languageOf, type QueryLanguage } from '../../../services/text/languages/language-of.ts';
import {
  queryStems,
  queryTerms,
  queryWords,
  subjectWeights,
  termWeights,
  termsOf,
} from '../../../services/text/terms.ts';
import { fold, wordsOf } from '../../../services/text/words.ts';

const queries: ReadonlyArray<[query: string, language: QueryLanguage]> = [
  ['Was frisst der Reiher im Winter?', 'de'],
  ['Was ist ein Horst?', 'de'],
  ['Reiher ohne Horst', 'de'],
  ['What was the man in the boat?', 'en'],
  ['Who was in Die Hard?', 'en'],
  ['Des Moines', 'en'],
  ['man bin', 'en'],
  ['MIT license', 'en'],
  ['Reiher', 'en'],
  ['鷺は何を食べますか', 'ja'],
  ['サギ', 'ja'],
  ['what is サギ', 'en'],
];

describe('the language of a query', () => {
  for (const [query, language] of queries)
    it(`${JSON.stringify(query)} is ${language}`, () => assert.equal(languageOf(wordsOf(query)), language));
});

describe('the words of a query', () => {
  it('are those that are no stop words, in German too', () => {
    assert.deepEqual(queryWords('Wie tief ist der Teich für die Reiher?'), ['tief', 'teich', 'reiher']);
    assert.deepEqual(queryStems('Der Teich und die Reiher'), ['teich', 'reiher']);
    assert.deepEqual([...subjectWeights('Wann ist der Teich tief?').keys()], ['teich', 'tief']);
  });

  it('are those that are no stop words, in Japanese too', () => {
    assert.deepEqual(queryWords('池の魚は何ですか'), ['池', '魚']);
    assert.deepEqual(termsOf('池の魚です。').terms, ['池', '魚']);
  });

  it('find passages in its language by the others too, which weigh less', () => {
    assert.deepEqual(queryTerms('Ist der Teich tief?').terms, ['ist', 'der', 'teich', 'tief']);
    const weights = termWeights('Ist der Teich tief?');
    assert.deepEqual([weights.get('der'), weights.get('teich')], [0.7, 1]);
  });

  it('keep German function words where a query has nothing else, and in a query of another language', () => {
    assert.deepEqual(queryWords('wie ist das'), ['wie', 'ist', 'das']);
    assert.deepEqual(queryWords('die cast'), ['die', 'cast']);
    assert.deepEqual(queryTerms('the German word das').terms, ['german', 'word', 'da']);
  });

  it('are words of Japanese where nothing else stands', () =>
    assert.deepEqual(queryTerms('それは何'), { terms: ['何'], stopWords: [] }));
});

describe('folded text', () => {
  it('has no accents, and keeps the voicing marks of kana', () => {
    assert.equal(fold('Crème Ärger'), 'creme arger');
    assert.equal(fold('ガギ かぱ'), 'ガギ かぱ');
    assert.notEqual(fold('が'), fold('か'));
  });

  it('is the same for composed, decomposed and half-width kana', () =>
    assert.deepEqual(['ガ', 'カ\u3099', 'ｶﾞ'].map(fold), ['ガ', 'ガ', 'ガ']));
});
