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

  /** Of an answer from a passage, where the question's terms are equally rare. */
  const within = (question: string, title: string, markdown: string) => {
    const asked = askedOf(question, () => 0.5);
    const units = rankUnits(asked, [{ title, parts: [{ markdown, path: [], score: 1 }] }]);
    assert.ok(units[0]);
    return answerProbability(gateOf(asked, units), units[0]);
  };

  it('is lower where no source mentions the version that is asked about', () => {
    const text = 'The release date of Heron 14 was the ninth of May.';
    assert.ok(within('What is the release date of Heron 14?', 'Heron', text) > 0.5);
    assert.ok(within('What is the release date of Heron 17?', 'Heron', text) < 0.3);
    assert.ok(within('What is the release date of Heron 17?', 'Heron, version 17', text) > 0.5);
  });

  it('is lower where the passage lacks the product that is asked about', () => {
    const text = 'The server takes 60 requests an hour.';
    const asked = (name: string) => within(`How many requests does ${name} take an hour?`, 'Limits', text);
    // Where a capital within makes no name, only the missing word counts.
    assert.ok(asked('HeronHub') < asked('heronhub') - 0.1);
  });

  it('is lower where words of the question stand apart', () => {
    const question = 'enable the query cache';
    const apart = within(question, 'Planner', 'Enable memoize for a query. It fills a cache.');
    assert.ok(within(question, 'Planner', 'Enable the query cache. It is filled slowly.') > apart + 0.03);
  });

  it('allows for nothing in an English question', () =>
    assert.equal(askedOf('When do I clean the pond?', () => 0.5).leeway, 0));
});
