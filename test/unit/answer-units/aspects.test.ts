import assert from 'node:assert/strict';
import { announcesAspect } from '../../../services/answer-units/aspects.ts';
import { askedOf } from '../../../services/answer-units/asked.ts';
import { rankUnits } from '../../../services/answer-units/rank-units.ts';
import { passagesOf, passageText } from '../../../services/blocks/passages.ts';

describe('what a question wants to know of its subject', () => {
  const cases: Array<[question: string, announcement: string, announces: boolean]> = [
    ['What are the advantages of tide gates?', 'Tide gates give several benefits:', true],
    ['What are the advantages of tide gates?', 'Tide gates have several forms:', false],
    ['What are the drawbacks of tide gates?', 'Tide gates give several benefits:', false],
    ['What are the limitations of tide gates?', '31.6. Restrictions', true],
    ['What forms of tide gates are there?', 'Tide gates give several benefits:', true],
  ];
  for (const [question, announcement, announces] of cases)
    it(`${announces ? 'is' : 'is not'} announced to “${question}” by “${announcement}”`, () =>
      assert.equal(announcesAspect(question, announcement), announces));

  it('ranks the list that tells it before another one of the subject', () => {
    const lists = ['A harbour has tide gates of several forms', 'Tide gates give several benefits'].map(
      (lead, place) => `${lead}:\n\n- of kind ${place}\n- of size ${place}`,
    );
    const parts = passagesOf(`# Tide gates\n\n${lists.join('\n\n')}`).map((passage) => ({
      markdown: passageText(passage),
      path: passage.path.map(({ text }) => text),
      score: 1,
    }));
    const best = (question: string) =>
      rankUnits(
        askedOf(question, () => 1),
        [{ title: 'Tide gates', parts }],
      ).find(({ unit }) => unit.kind === 'list')?.unit.lead;
    assert.equal(best('What are the advantages of tide gates?'), 'Tide gates give several benefits:');
    assert.equal(best('What are the forms of tide gates?'), 'A harbour has tide gates of several forms:');
  });
});
