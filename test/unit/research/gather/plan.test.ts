import assert from 'node:assert/strict';
import { planResearch } from '../../../../services/research/gather/plan.ts';

const bytes = (text: string) => Buffer.byteLength(text);

describe('the plan of a run', () => {
  it('splits a compound question into its parts', () => {
    const { questions } = planResearch('Who built the mole? How deep is the bay, and when was the pier finished?');
    assert.deepEqual(questions, ['Who built the mole?', 'How deep is the bay', 'When was the pier finished?']);
  });

  it('removes addresses from the questions, byte for byte', () => {
    const { questions, urls } = planResearch('How old is the mole according to https://Example.com/a%20b?c=d#e.');
    assert.deepEqual(urls, ['https://Example.com/a%20b?c=d#e']);
    assert.deepEqual(questions, ['How old is the mole']);
  });

  it('cuts a question at a word to the limit of a search', () => {
    const [question = ''] = planResearch('harbour '.repeat(3_000)).questions;
    assert.ok(bytes(question) <= 8_192 && bytes(question) > 8_100);
    assert.match(question, / harbour$/);
  });

  it('cuts a single overlong word at a character', () => {
    const [question = ''] = planResearch('海'.repeat(10_000)).questions;
    assert.ok(bytes(question) <= 8_192 && bytes(question) > 8_100);
    assert.match(question, /^海+$/);
  });
});
