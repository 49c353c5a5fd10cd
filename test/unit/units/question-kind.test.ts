import assert from 'node:assert/strict';
import { questionKind, type QuestionKind } from '../../../services/units/question-kind.ts';

const cases: Array<[question: string, kinds: Array<keyof QuestionKind>]> = [
  ['What is the default size of a nest?', ['value', 'isDefault', 'definition']],
  ['How many herons live here?', ['value']],
  ['how long does a heron sleep', ['value']],
  ['Which colours can a heron have?', ['list']],
  ['types of herons', ['list']],
  ['Can a heron swim?', ['yesNo']],
  ['How do I feed a heron?', ['howTo']],
  ['clean a pond', ['howTo']],
  ['What is a heron?', ['definition']],
  ['What does a heron do in winter?', ['definition']],
  ['Why do herons stand on one leg?', ['definition']],
  ['When was the heronry founded?', []],
];

describe('the kind of a question', () => {
  for (const [question, kinds] of cases)
    it(`of ${JSON.stringify(question)} is ${kinds.join(', ') || 'none of these'}`, () => {
      const kind = questionKind(question);
      assert.deepEqual(
        Object.entries(kind).flatMap(([name, is]) => (is ? [name] : [])),
        kinds,
      );
    });
});
