import assert from 'node:assert/strict';
import type { Documents } from '../../../services/documents/documents.ts';
import { createStore } from '../../../services/ingest/store.ts';

const document = (name: string, text = 'Words.') => ({
  status: 'document' as const,
  name,
  document: { url: `https://a.example/${name}`, text },
});

describe('storing ingested documents', () => {
  let portions: string[][];
  let running: number;
  const documents: Documents = {
    index: async (_owner, given) => {
      running += 1;
      assert.equal(running, 1);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      portions.push(given.map(({ url }) => url.slice('https://a.example/'.length)));
      return { accepted: given.length, results: given.map(({ url }) => ({ url, status: 'indexed' as const })) };
    },
    indexGuide: async () => assert.fail('no help is indexed'),
    removeSelected: () => assert.fail(),
    remove: async () => assert.fail('nothing is removed'),
  };
  const open = ({ limit = Infinity, onEnough = () => {} } = {}) =>
    createStore({ documents, owner: '*', limit, onEnough, onProgress: () => {} });
  beforeEach(() => ([portions, running] = [[], 0]));

  it('writes batches of a hundred, one at a time', async () => {
    const store = open();
    await Promise.all(Array.from({ length: 250 }, (_, n) => store.take(document(String(n)))));
    await store.flush();
    assert.deepEqual(
      portions.map((portion) => portion.length),
      [100, 100, 50],
    );
    assert.equal(store.tally.indexed, 250);
  });

  it('writes smaller batches if the texts are long', async () => {
    const store = open();
    for (let n = 0; n < 10; n += 1) await store.take(document(String(n), 'a'.repeat(1024 * 1024)));
    assert.deepEqual(
      portions.map((portion) => portion.length),
      [8],
    );
  });

  it('stores a repeated URL after its earlier document', async () => {
    const store = open();
    for (const name of ['a', 'b', 'a']) await store.take(document(name));
    await store.flush();
    assert.deepEqual(portions, [['a', 'b'], ['a']]);
  });

  it('ends at its limit, and drops documents beyond it', async () => {
    let told = 0;
    const store = open({ limit: 2, onEnough: () => (told += 1) });
    for (const name of ['a', 'b', 'c']) await store.take(document(name));
    await store.flush();
    assert.deepEqual([portions, told], [[['a', 'b']], 1]);
  });

  it('reports the first twenty failures and counts them all', async () => {
    const store = open();
    for (let n = 0; n < 25; n += 1) await store.take({ status: 'failed', name: String(n), reason: 'broken' });
    assert.equal(store.tally.failed, 25);
    assert.equal(store.tally.failures.length, 20);
  });
});
