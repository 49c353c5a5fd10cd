import assert from 'node:assert/strict';
import { withWholesOfBoth } from '../../../../services/research/report/compared-whole.ts';
import type { Section } from '../../../../services/research/findings/sections.ts';

const finding = (text: string) => ({ unit: { kind: 'sentence' as const, text, block: 0, place: 0 }, markers: [1] });
const section = (question: string, found: readonly string[] = [], isContrast = false): Section => ({
  question,
  groups: found.map((text) => [finding(text)]),
  isContrast,
  further: [],
  close: [],
});
const WHOLE = 'Difference between an oak beam and an elm beam';
const SIDES = [section('What does oak beam do?', ['Oak is hard.']), section('What does elm beam do?', ['Elm rots.'])];

describe('the section of a comparison as a whole', () => {
  it('stays where a source sets both against each other', () => {
    const whole = section(WHOLE, ['An oak beam lasts twice as long as one of elm.'], true);
    assert.deepEqual(withWholesOfBoth([whole, ...SIDES]), [whole, ...SIDES]);
  });

  it('is left out where none does and a side has an answer', () => {
    assert.deepEqual(withWholesOfBoth([section(WHOLE, ['Oak is hard.']), ...SIDES]), SIDES);
  });

  it('stays where no side has an answer', () => {
    const empty = [section(WHOLE), section('What does oak beam do?'), section('What does elm beam do?')];
    assert.deepEqual(withWholesOfBoth(empty), empty);
  });

  it('is not that of another question', () => {
    const other = section('Who felled the oak?', ['Ada Brenn felled it.']);
    assert.deepEqual(withWholesOfBoth([other, ...SIDES]), [other, ...SIDES]);
  });
});
