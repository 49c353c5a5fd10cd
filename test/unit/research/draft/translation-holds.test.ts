import assert from 'node:assert/strict';
import { translationHolds } from '../../../../services/research/draft/translation-holds.ts';

const DEEP = 'The Barre granite quarry in Vermont is 1,600.5 feet deep [2][1].';

describe('a translated sentence', () => {
  const holding: Array<[string, string, string]> = [
    [DEEP, 'La carrière de granit de Barre dans le Vermont a une profondeur de 1 600,5 pieds [2][1].', 'fr'],
    [DEEP, 'Der Granitbruch von Barre in Vermont ist 1.600,5 Fuß tief [2][1].', 'de'],
    ['It opened on 3 May 1770 [1].', 'Sie öffnete am 3. Mai 1770 [1].', 'de'],
    ['It opened on May 3, 1770 [1].', 'Otwarto go 3 maja 1770 [1].', 'pl'],
    ['It lies in Germany. [1]', 'Elle se trouve en Allemagne. [1]', 'fr'],
    ['The owner was Richard Pennant [1].', 'Właścicielem był Richard Pennanta [1].', 'pl'],
    ['The mayor said “we dig on” in 1770 [1].', 'Le maire a dit « we dig on » en 1770 [1].', 'fr'],
    ['The quarry is 600 feet deep [1].', '採石場の深さは６００フィートです [1]。', 'ja'],
    ['How deep is it?', 'Quelle est sa profondeur ?', 'fr'],
  ];
  for (const [original, translated, tag] of holding)
    it(`is accepted: ${translated}`, () => assert.equal(translationHolds(original, translated, tag), true));

  const lost: Array<[string, string]> = [
    ['a marker', 'La carrière de Barre dans le Vermont a une profondeur de 1 600,5 pieds [2].'],
    ['the order of markers', 'La carrière de Barre dans le Vermont a une profondeur de 1 600,5 pieds [1][2].'],
    ['a number', 'La carrière de Barre dans le Vermont est profonde [2][1].'],
    ['the point of a number', 'La carrière de Barre dans le Vermont a une profondeur de 16005 pieds [2][1].'],
    ['a name', 'La carrière de Barre dans le New Hampshire a une profondeur de 1 600,5 pieds [2][1].'],
    ['itself', ''],
    [
      'the measure of things',
      `La carrière de Barre dans le Vermont a une profondeur de 1 600,5 pieds ${'et bien davantage encore '.repeat(12)}[2][1].`,
    ],
  ];
  for (const [what, translated] of lost)
    it(`that has lost ${what} is rejected`, () => assert.equal(translationHolds(DEEP, translated, 'fr'), false));

  const gained: Array<[string, string]> = [
    ['a number', 'La carrière de Barre dans le Vermont a 2 fosses et une profondeur de 1 600,5 pieds [2][1].'],
    ['a marker', 'La carrière de Barre dans le Vermont a une profondeur de 1 600,5 pieds [2][1][3].'],
    [
      'an address',
      'La carrière de Barre dans le Vermont (https://evil.example) a une profondeur de 1 600,5 pieds [2][1].',
    ],
    ['a link', 'La [carrière](//evil.example) de Barre dans le Vermont a une profondeur de 1 600,5 pieds [2][1].'],
    ['an image', '<img src=x> La carrière de Barre dans le Vermont a une profondeur de 1 600,5 pieds [2][1].'],
    ['a line', 'La carrière de Barre dans le Vermont a une profondeur de 1 600,5 pieds [2][1].\n# Titre'],
  ];
  for (const [what, translated] of gained)
    it(`that has gained ${what} is rejected`, () => assert.equal(translationHolds(DEEP, translated, 'fr'), false));

  it('with another month is rejected', () =>
    assert.equal(translationHolds('It opened on 3 May 1770 [1].', 'Elle a ouvert le 3 juin 1770 [1].', 'fr'), false));
  it('with other words in a quotation is rejected', () =>
    assert.equal(translationHolds('He said “we dig on” [1].', 'Il a dit « nous creusons » [1].', 'fr'), false));
});
