import assert from 'node:assert/strict';
import { askedOf, type AnalysedQuestion } from '../../../services/answer-units/asked.ts';
import { answerProbability, gateOf } from '../../../services/answer-units/gate.ts';
import { rankUnits } from '../../../services/answer-units/rank-units.ts';

const SOURCE = {
  title: 'Teiche',
  parts: [{ markdown: 'Jedes Jahr reinigen wir den Teich.', path: [], score: 1 }],
};

function probability(asked: AnalysedQuestion): number {
  const [unit] = rankUnits(asked, [SOURCE]);
  assert.ok(unit);
  return answerProbability(gateOf(asked, [unit]), unit);
}

describe('the probability that a unit answers', () => {
  it('allows for words of a German question that stand in another form', () => {
    const asked = askedOf('Wann reinige ich den Teich?', () => 0.5);
    assert.ok(probability(asked) > probability({ ...asked, leeway: 0 }));
  });

  it('allows for nothing in an English question', () =>
    assert.equal(askedOf('When do I clean the pond?', () => 0.5).leeway, 0));
});
