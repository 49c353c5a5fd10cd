import assert from 'node:assert/strict';
import { scopedSearches } from '../../../services/research/gather/scopes.ts';
import { SCOPES, type Scope } from '../../../services/query/scopes.ts';

const ALL = new Set<Scope>(SCOPES.filter((scope) => scope !== 'web'));
const scopesOf = (question: string, ready: ReadonlySet<Scope> = ALL) =>
  scopedSearches({ questions: [question], ready, named: new Map(), steps: 40 }).map(({ scope }) => scope);

describe('the scopes of a question beside the default one', () => {
  const cases: Array<[string, Scope[]]> = [
    ['What was the revenue of Apple in fiscal year 2023?', ['financial-reports', 'companies']],
    ['Where is Siemens Energy headquartered?', ['companies', 'wikipedia']],
    ['Who discovered penicillin?', ['people']],
    ['Who was Marie Curie?', ['people', 'wikipedia']],
    ['What did the European Commission announce this week?', ['news']],
    ['How high is the Eiffel Tower?', ['wikipedia']],
    ['how deep is it', []],
    ['Which stock did the soup need?', []],
  ];
  for (const [question, scopes] of cases) {
    it(`of "${question}" are ${scopes.join(' and ') || 'none'}`, () => assert.deepEqual(scopesOf(question), scopes));
  }

  it('are none if nothing is ready', () => assert.deepEqual(scopesOf('Who was Marie Curie?', new Set()), []));

  it('are only ready ones', () =>
    assert.deepEqual(scopesOf('Who was Marie Curie?', new Set<Scope>(['wikipedia', 'news'])), ['wikipedia']));

  it("begin with the model's choice, if that is ready", () => {
    const question = 'Who was Marie Curie?';
    const named = (scope: Scope, ready = ALL) =>
      scopedSearches({ questions: [question], ready, named: new Map([[question, scope]]), steps: 40 }).map(
        (one) => one.scope,
      );
    assert.deepEqual(named('news'), ['news', 'people']);
    assert.deepEqual(named('news', new Set<Scope>(['people'])), ['people']);
  });

  it('are at most four in a run, each question first in turn, and use at most a quarter of the remaining steps', () => {
    const questions = ['Who was Marie Curie?', 'Who was Pierre Curie?', 'Who was Lise Meitner?'];
    const asked = (steps: number) =>
      scopedSearches({ questions, ready: ALL, named: new Map(), steps }).map(
        ({ question, scope }) => `${scope}: ${question}`,
      );
    assert.deepEqual(asked(40), [...questions.map((question) => `people: ${question}`), `wikipedia: ${questions[0]}`]);
    assert.deepEqual(asked(10), [`people: ${questions[0]}`]);
    assert.deepEqual(asked(2), []);
  });
});
