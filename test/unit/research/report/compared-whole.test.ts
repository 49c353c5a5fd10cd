import assert from 'node:assert/strict';
import { withWholesOfBoth } from '../../../../services/research/report/compared-whole.ts';
import type { Section } from '../../../../services/research/report/sections.ts';

const finding = (text: string) => ({ unit: { kind: 'sentence' as const, text, block: 0, place: 0 }, markers: [1] });
const section = (question: string, found: readonly string[] = [], further: readonly string[] = []): Section => ({
  question,
  groups: found.map((text) => [finding(text)]),
  further: further.map(finding),
  close: [],
});
const WHOLE = 'Difference between an oak beam and an elm beam';
const OF_BOTH = 'An oak beam lasts twice as long as one of elm.';
const SIDES = [section('What does oak beam do?', ['Oak is hard.']), section('What does elm beam do?', ['Elm rots.'])];

const told = (sections: readonly Section[]) =>
  withWholesOfBoth(sections).map(({ question, groups }) => [question, groups.map(([first]) => first?.unit.text)]);
const ASKED_SIDES = told(SIDES);

describe('the section of a comparison as a whole', () => {
  it('states only what both sides have', () => {
    const whole = section(WHOLE, ['Oak is hard.', OF_BOTH]);
    assert.deepEqual(told([whole, ...SIDES]), [[WHOLE, [OF_BOTH]], ...ASKED_SIDES]);
  });

  it('takes it from what else answers', () => {
    const whole = section(WHOLE, ['Oak is hard.'], ['Elm rots.', OF_BOTH]);
    assert.deepEqual(told([whole, ...SIDES]), [[WHOLE, [OF_BOTH]], ...ASKED_SIDES]);
  });

  it('is left out where nothing is of both and a side has an answer', () => {
    assert.deepEqual(told([section(WHOLE, ['Oak is hard.']), ...SIDES]), ASKED_SIDES);
  });

  it('stays where no side has an answer', () => {
    const empty = [section(WHOLE), section('What does oak beam do?'), section('What does elm beam do?')];
    assert.deepEqual(
      told(empty),
      empty.map(({ question }) => [question, []]),
    );
  });

  it('asks nothing of the side that the other one extends', () => {
    const whole = section('Difference between pump and pump --slow', [
      'The pump is fast.',
      'With --slow it is silent.',
    ]);
    const sides = [
      section('What does pump do?', ['It pumps.']),
      section('What does pump --slow do?', ['It is silent.']),
    ];
    assert.deepEqual(told([whole, ...sides])[0], [whole.question, ['With --slow it is silent.']]);
  });

  it('is not that of another question', () => {
    const other = section('Who felled the oak?', ['Ada Brenn felled it.']);
    assert.deepEqual(told([other, ...SIDES])[0], [other.question, ['Ada Brenn felled it.']]);
  });
});
