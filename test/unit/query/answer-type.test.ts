import assert from 'node:assert/strict';
import { answerTypeOf, hasAnswerOf, type AnswerType } from '../../../services/query/answer-type.ts';

const questions: ReadonlyArray<[question: string, type: AnswerType]> = [
  ['When was the pond dug?', 'time'],
  ['How deep is the pond?', 'number'],
  ['Wann wurde der Teich gegraben?', 'time'],
  ['Wie tief ist der Teich?', 'number'],
  ['Wie grabe ich einen Teich?', 'any'],
  ['池はいつ掘られましたか', 'time'],
  ['池の深さはどのくらいですか', 'number'],
  ['池とは何ですか', 'any'],
];

describe('the thing that a question asks for', () => {
  for (const [question, type] of questions)
    it(`${JSON.stringify(question)} is ${type}`, () => assert.equal(answerTypeOf(question), type));

  it('may be a number in words, in German too', () => {
    const question = 'Wie tief ist der Teich?';
    assert.equal(hasAnswerOf('number', 'Er ist drei Meter tief.', question), true);
    assert.equal(hasAnswerOf('number', 'Er ist sehr tief.', question), false);
  });
});
