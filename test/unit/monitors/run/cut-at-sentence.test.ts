import assert from 'node:assert/strict';
import { cutAtSentence } from '../../../../services/monitors/run/search-outcome.ts';

describe('cutting a text', () => {
  it('keeps a text that is short enough', () => assert.equal(cutAtSentence('One. Two.', 9), 'One. Two.'));
  it('ends at the end of a sentence', () =>
    assert.equal(cutAtSentence('It was one. It was two. It was three.', 30), 'It was one. It was two.'));
  it('cuts in the middle of a sentence that has no near end', () =>
    assert.equal(cutAtSentence(`A. ${'b'.repeat(100)}`, 50), `A. ${'b'.repeat(47)}`));
  it('splits no character', () => assert.equal(cutAtSentence('é'.repeat(10), 9), 'é'.repeat(4)));
});
