import assert from 'node:assert/strict';
import type { Table } from '@lancedb/lancedb';
import { RememberedPassages } from '../../../../services/index/lancedb/remembered-passages.ts';

const HEADER = JSON.stringify(['doc', 'hash', 0, 1, false, 0, 0, 0]);
const packed = (text: string) => `${HEADER}\n${text}`;
// Two passages fit, three do not.
const MOST = 2_000;

/** A table whose one batch has these texts, keyed by their places. */
function tableOf(...texts: string[]): Table {
  const columns: Record<string, unknown[]> = { key: texts.map((_, row) => BigInt(row)), hit: texts.map(packed) };
  const batch = { numRows: texts.length, getChild: (name: string) => ({ get: (row: number) => columns[name]?.[row] }) };
  const rows = { select: () => [batch] };
  return { query: () => rows } as unknown as Table;
}

describe('the passages in memory', () => {
  it('are those of the table, and what is added', async () => {
    const remembered = new RememberedPassages();
    await remembered.load(tableOf('oak'));
    assert.equal(remembered.isComplete, true);
    remembered.add(7n, packed('elm'));
    assert.deepEqual([remembered.get(0n)?.text, remembered.get(7n)?.text], ['oak', 'elm']);
  });

  it('are none of a table that does not fit, which is not tried again', async () => {
    const remembered = new RememberedPassages(MOST);
    await remembered.load(tableOf('oak', 'elm', 'ash', 'fir'));
    assert.deepEqual([remembered.isComplete, remembered.isEmpty, remembered.get(0n)], [false, false, undefined]);
  });

  it('are read anew once replaced ones take the room', async () => {
    const remembered = new RememberedPassages(MOST);
    await remembered.load(tableOf('oak'));
    for (let key = 1n; key < 4n; key += 1n) remembered.add(key, packed('elm'));
    assert.deepEqual([remembered.isComplete, remembered.isEmpty], [false, true]);
    await remembered.load(tableOf('elm'));
    assert.equal(remembered.isComplete, true);
  });

  it('are not complete if the table cannot be read', async () => {
    const remembered = new RememberedPassages();
    await assert.rejects(remembered.load({} as Table));
    assert.deepEqual([remembered.isComplete, remembered.isEmpty], [false, true]);
  });
});
