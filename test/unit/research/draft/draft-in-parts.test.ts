import assert from 'node:assert/strict';
import type { Model, ModelCall } from '../../../../services/model/port.ts';
import { draftInParts } from '../../../../services/research/draft/draft-in-parts.ts';
import { notedSources } from '../../../../services/research/notes/noted-sources.ts';
import type { PageNote } from '../../../../services/research/notes/stored-notes.ts';

const QUESTIONS = ['How deep are the quarries?', 'Who opened the quarries?', 'What do the quarries cost?'];
const note = (question: number, n: number): PageNote => {
  const claim =
    question === 0 ? `Quarry number ${n} is ${n + 100} feet deep.` : `Quarry number ${n} was opened by Richard ${n}.`;
  return {
    page: 1,
    url: 'https://stones.example/',
    question: QUESTIONS[question] ?? '',
    claim,
    quote: { place: 'Quarries', text: `${claim} ${'Stone was cut there by hand for a long time. '.repeat(4)}`.trim() },
  };
};
const evidenceOf = (notes: PageNote[]) =>
  notedSources([{ id: 1, url: 'https://stones.example/', title: 'Stones' }], notes);

/** Answers with the first claim of its sources; remembers its calls. */
function firstClaim(calls: ModelCall[]): Model {
  return {
    async *write(call) {
      calls.push(call);
      yield `${/Quarry number [^.]*/.exec(call.user)?.[0]} [1].`;
      return undefined;
    },
  };
}

async function drafted(notes: PageNote[], calls: ModelCall[]) {
  const task = {
    query: QUESTIONS.join(' '),
    questions: QUESTIONS,
    evidence: evidenceOf(notes),
    inSourcesLanguage: false,
  };
  return draftInParts(firstClaim(calls), { ...task, notes }, new AbortController().signal);
}

describe('a report from notes', () => {
  it('is one draft where the notes are few', async () => {
    const calls: ModelCall[] = [];
    await drafted([note(0, 1), note(1, 2)], calls);
    assert.equal(calls.length, 1);
  });

  it('has a section for each question where they are many, each from its own notes within a small prompt', async () => {
    const calls: ModelCall[] = [];
    const many = Array.from({ length: 120 }, (_, n) => note(n % 2, n));
    const draft = await drafted(many, calls);
    assert.equal(calls.length, 2);
    assert.ok(
      calls.every(({ user }) => user.length < 4 * 6_000),
      String(calls.map(({ user }) => user.length)),
    );
    assert.ok(!calls[0]?.user.includes('was opened by'));
    const sections = draft?.text.split(/^(?=## )/m) ?? [];
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      QUESTIONS.map((question) => `## ${question}`),
    );
    assert.match(sections[0] ?? '', /feet deep \[1\]/);
    assert.match(sections[2] ?? '', /No source answers/);
  });
});
