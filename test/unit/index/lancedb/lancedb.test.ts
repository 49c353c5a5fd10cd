import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLanceIndex } from '../../../../services/index/lancedb/lancedb.ts';
import type { PassageIndex, PassageQuery } from '../../../../services/index/port.ts';
import { eventually } from '../../../support/eventually.ts';
import { batches, document, query, searchIndexContract } from '../contract.ts';

describe('the LanceDB index', () => {
  searchIndexContract(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    return { open: () => createLanceIndex({ folder }), close: () => rm(folder, { recursive: true, force: true }) };
  });
});

describe('the folder of the LanceDB index', () => {
  let folder: string;
  let index: PassageIndex;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    index = createLanceIndex({ folder });
    await index.rebuild(batches());
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is unusable before its first build, and after the deletion of its folder', async () => {
    const never = createLanceIndex({ folder: join(folder, 'never') });
    assert.equal((await never.state()).status, 'unusable');
    await rm(folder, { recursive: true });
    assert.equal((await index.state()).status, 'unusable');
    await assert.rejects(index.search(query()), { name: 'IndexUnusableError' });
  });

  it('gives the present text of passages that it remembers, also after their rows have moved', async () => {
    await index.upsert([document('first')]);
    assert.ok(await eventually(10_000, () => isFromMemory(index), Boolean));
    const texts = async () => (await index.search(query())).map((hit) => `${hit.documentId}: ${hit.text}`).sort();
    await index.upsert([document('a'), document('b')]);
    const former = await texts();
    assert.equal(former.length, 3);
    await index.optimize();
    assert.deepEqual(await texts(), former);
    await index.upsert([document('a', { text: 'heron by the lake' })]);
    await index.remove(['b', 'first']);
    assert.deepEqual(await texts(), ['a: heron by the lake']);
    assert.equal(await isFromMemory(index), true);
  });

  it('finds the same passages of a few documents from what it remembers', async () => {
    const part = (name: string) => `# ${name}\n\n${'A heron waits in the reeds of the lake. '.repeat(40)}`;
    const long = (...names: string[]) => ({ text: names.map(part).join('\n\n') });
    await index.upsert([
      document('a', long('One', 'Two', 'Three')),
      document('b', long('Four', 'Five')),
      document('foreign', { ...long('Six', 'Seven'), orgId: 'org_2' }),
    ]);
    const asked = query({ documentIds: ['a', 'b', 'foreign'] });
    const found = async (searched: PassageIndex, from = asked) =>
      (await searched.search(from)).map(({ documentId, ordinal, text }) => ({ documentId, ordinal, text }));
    const inOrder = (hits: Awaited<ReturnType<typeof found>>) =>
      hits.toSorted((one, other) => (one.documentId + one.ordinal < other.documentId + other.ordinal ? -1 : 1));
    const former = inOrder(await found(index));
    assert.ok(former.length > 4);
    assert.ok(await eventually(10_000, () => isFromMemory(index), Boolean));
    assert.deepEqual(await stagesOf(index, query({ documentIds: ['a', 'b'] })), ['index_documents']);
    assert.deepEqual(inOrder(await found(index)), former);
    await index.upsert([
      document('a', { text: 'One heron.', contentHash: 'version 2' }),
      document('b', long('Eight', 'Nine')),
    ]);
    await index.search(query());
    const texts = (await found(index)).map(({ text }) => text.slice(0, 8));
    assert.ok(texts.some((text) => text.startsWith('One hero')));
    assert.ok(!texts.some((text) => /Two|Four|Six/.test(text)));
  });

  it('reports its damage, then works again after a rebuild', async () => {
    await index.upsert([document('a')]);
    await index.optimize();
    await truncateAll(folder);
    const reopened = createLanceIndex({ folder });
    assert.equal((await reopened.state()).status, 'unusable');
    await reopened.rebuild(batches(document('b')));
    assert.deepEqual(
      (await index.search(query())).map((hit) => hit.documentId),
      ['b'],
    );
    await reopened.close();
  });
});

/** Whether a search takes the texts of its hits from memory. */
async function isFromMemory(index: PassageIndex): Promise<boolean> {
  return (await stagesOf(index, query())).includes('index_rows');
}

async function stagesOf(index: PassageIndex, asked: PassageQuery): Promise<string[]> {
  const names: string[] = [];
  const begin = (name: string) => {
    names.push(name);
    return () => undefined;
  };
  await index.search(asked, { begin });
  return names;
}

async function truncateAll(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (file.isFile() && /\.(?:lance|manifest|txn)$/.test(file.name))
      await truncate(join(file.parentPath, file.name), 10);
  }
}
