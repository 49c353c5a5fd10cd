import assert from 'node:assert/strict';
import { planResearch } from '../../../../services/research/gather/plan.ts';

const bytes = (text: string) => Buffer.byteLength(text);

describe('the plan of a run', () => {
  it('asks the parts of a compound question one by one', () => {
    const { questions } = planResearch('Who built the mole? How long is it, and when was it finished?');
    assert.deepEqual(questions, ['Who built the mole?', 'How long is it', 'When was it finished?']);
  });

  it('takes addresses out of the questions, byte for byte', () => {
    const { questions, urls } = planResearch('How old is the mole according to https://Example.com/a%20b?c=d#e.');
    assert.deepEqual(urls, ['https://Example.com/a%20b?c=d#e']);
    assert.deepEqual(questions, ['How old is the mole']);
  });

  it('cuts a question at a word to what a search takes', () => {
    const [question = ''] = planResearch('harbour '.repeat(3_000)).questions;
    assert.ok(bytes(question) <= 8_192 && bytes(question) > 8_100);
    assert.match(question, / harbour$/);
  });

  it('cuts one endless word inside, at a character', () => {
    const [question = ''] = planResearch('海'.repeat(10_000)).questions;
    assert.ok(bytes(question) <= 8_192 && bytes(question) > 8_100);
    assert.match(question, /^海+$/);
  });
});
