import assert from 'node:assert/strict';
import { withoutRepeats, type Finding, type Section } from '../../../../services/research/findings/sections.ts';

const says = (text: string): Finding[] => [{ unit: { kind: 'sentence', text, block: 0, place: 0 }, markers: [1] }];
const section = (...texts: string[]): Section => ({
  question: '',
  groups: texts.map(says),
  isContrast: false,
  further: [],
  close: [],
});
const textsOf = (sections: readonly Section[]) =>
  sections.map(({ groups }) => groups.flat().map(({ unit }) => unit.text));

describe('the sections of a report', () => {
  it('say nothing twice, but what one of them has nothing beside', () => {
    const sections = [
      section('Oak is hard.', 'Oak is dear.'),
      section('Oak is hard.', 'Elm rots.'),
      section('Elm rots.'),
    ];
    assert.deepEqual(textsOf(withoutRepeats(sections)), [
      ['Oak is hard.', 'Oak is dear.'],
      ['Elm rots.'],
      ['Elm rots.'],
    ]);
  });
});
