import assert from 'node:assert/strict';
import { cutToTokens, withinTokens } from '../../../../api/mcp/tools/budget.ts';

describe('the budget of a tool', () => {
  it('keeps the items that fit, and one where none does', () => {
    const items = ['a', 'b', 'c'].map((letter) => letter.repeat(400));
    const write = (item: string) => item;
    assert.deepEqual(withinTokens(items, write, 300), items);
    assert.deepEqual(withinTokens(items, write, 299), items.slice(0, 2));
    assert.deepEqual(withinTokens(items, write, 1), items.slice(0, 1));
    assert.deepEqual(withinTokens([], write, 1), []);
  });

  it('ends a text after its last whole line', () => {
    const text = `${'x'.repeat(30)}\n${'y'.repeat(30)}`;
    assert.deepEqual(cutToTokens(text, 12), { text: 'x'.repeat(30), left: 31 });
    assert.deepEqual(cutToTokens(text, 16), { text, left: 0 });
  });
});
