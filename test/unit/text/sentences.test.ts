import assert from 'node:assert/strict';
import { endsInAbbreviation, joinSentences, sentencesOf } from '../../../services/text/sentences.ts';

const cases: ReadonlyArray<[what: string, sentences: string[]]> = [
  ['go on behind an abbreviation of two words', ['Ein Vogel, z. B. Reiher, fliegt.', 'Er ruht.']],
  ['go on behind an abbreviation without a space', ['Vögel, z.B. Reiher, u.a. Enten.', 'Sie ruhen.']],
  ['go on behind other German abbreviations', ['Siehe Nr. 5, Abb. 3 bzw. Seite 4, d. h. unten.', 'Weiter.']],
  ['go on before a small letter', ['Reiher, Enten usw. sind Vögel.', 'Sie fliegen.']],
  ['go on behind the day of a date', ['Am 3. März zog er fort.', 'Er kam wieder.']],
  ['go on behind an ordinal number', ['Im 19. Jahrhundert und im 2. Abschnitt.', 'Danach nicht.']],
  ['end behind a number that counts', ['There are 3.', 'Then they left.']],
  ['end behind an ideographic full stop without a space', ['池は深い。', '水は冷たい！', '魚はいる？', 'いない。']],
  ['keep the bracket that closes, and the next one the bracket that opens', ['「はい。」', '「いいえ。」', '終わり。']],
  ['go on behind what they quote', ['鷺は「魚だ。」と言った。', '飛んだ。']],
  ['end behind a Latin question mark before a kana', ['いますか?', 'はい。']],
];

describe('the sentences of a text', () => {
  for (const [what, sentences] of cases)
    it(what, () => assert.deepEqual(sentencesOf(joinSentences(sentences)), sentences));

  it('are joined without a space behind an ideographic full stop, and with one elsewhere', () =>
    assert.equal(joinSentences(['池。', '「水。」', 'A pond.', 'Deep.']), '池。「水。」A pond. Deep.'));

  it('do not end in an abbreviation', () =>
    assert.deepEqual(['bzw.', 'z. B.', 'Dr.', 'Ende.'].map(endsInAbbreviation), [true, true, true, false]));
});
