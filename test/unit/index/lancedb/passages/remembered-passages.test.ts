import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import type { RecordBatch } from 'apache-arrow';
import { addRows, removeRows, replaceRows } from '../../../../../services/index/lancedb/lancedb-rows.ts';
import { createTable, foldTable } from '../../../../../services/index/lancedb/lancedb-table.ts';
import { bufferOf, unpackPassage } from '../../../../../services/index/lancedb/passages/packed-passage.ts';
import { RememberedPassages } from '../../../../../services/index/lancedb/passages/remembered-passages.ts';
import { RememberedTable } from '../../../../../services/index/lancedb/passages/remembered-table.ts';
import { int64s, ROW } from '../../../../../services/index/lancedb/passages/stored-rows.ts';
import { TermChanges } from '../../../../../services/index/term-changes.ts';
import { document } from '../../contract.ts';

describe('the remembered passages of a table', () => {
  let folder: string;
  let open: Awaited<ReturnType<typeof createTable>>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    open = await createTable(folder, 'passages_1');
    await addRows(open, [document('oak', { text: 'An oak.' }), document('elm', { text: 'An elm.' })]);
  });
  afterEach(async () => {
    open.table.close();
    open.connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rowsIn = async (table: Table) => {
    const found = await table.query().select(['document_id']).withRowId().toArrow();
    const ids = Array.from(found.getChild('document_id') ?? [], String);
    return new Map(int64s(found, ROW).map((row, place) => [ids[place], row]));
  };
  const searched = (stamp = 'first') => ({ table: open.table, stamp });
  const textsOf = async (kept: RememberedTable | undefined, rows: Iterable<bigint>) =>
    Array.from((await kept?.read([...rows]))?.values() ?? [], (packed) => unpackPassage(packed).text);

  it('are read by the rows, from a file without a name', async () => {
    const remembered = new RememberedPassages(folder);
    assert.deepEqual([remembered.of(searched()), remembered.isOutdated(searched())], [undefined, true]);
    await remembered.update(searched());
    assert.equal(remembered.isOutdated(searched()), false);
    const rows = await rowsIn(open.table);
    assert.deepEqual(await textsOf(remembered.of(searched()), [rows.get('elm') ?? 0n, rows.get('oak') ?? 0n]), [
      'An elm.',
      'An oak.',
    ]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    );
    await remembered.close();
  });

  it('are those of one table: another one gives its rows the same addresses', async () => {
    const remembered = new RememberedPassages(folder);
    await remembered.update(searched());
    assert.deepEqual([remembered.of(searched('second')), remembered.isOutdated(searched('second'))], [undefined, true]);
    const first = remembered.of(searched());
    await remembered.update(searched('second'));
    assert.ok(remembered.of(searched('second')));
    assert.deepEqual(await textsOf(first, (await rowsIn(open.table)).values()), []);
    await remembered.close();
  });

  it('learn rows that were written since', async () => {
    const remembered = new RememberedPassages(folder);
    await remembered.update(searched());
    const schema = await open.table.schema();
    await replaceRows({ table: open.table, schema }, [document('elm', { text: 'Two elms.' })], new TermChanges());
    const row = (await rowsIn(open.table)).get('elm') ?? 0n;
    const kept = remembered.of(searched());
    assert.deepEqual(await textsOf(kept, [row]), []);
    assert.deepEqual([...((await kept?.learn(open.table, [row])) ?? new Map()).keys()], [row]);
    assert.deepEqual(await textsOf(kept, [row]), ['Two elms.']);
    assert.equal(remembered.isOutdated(searched()), false);
    await remembered.close();
  });

  it('learn the new addresses of all rows once one of them has moved', async () => {
    const remembered = new RememberedPassages(folder);
    await addRows(open, [document('ash', { text: 'An ash.' })]);
    await remembered.update(searched());
    const kept = remembered.of(searched());
    await removeRows(open.table, ['elm'], new TermChanges());
    await foldTable(folder, 'passages_1', 0);
    const rows = await rowsIn(open.table);
    assert.deepEqual(await textsOf(kept, rows.values()), []);
    await kept?.learn(open.table, [rows.get('ash') ?? 0n]);
    assert.equal(remembered.isOutdated(searched()), true);
    await remembered.update(searched());
    assert.equal(remembered.isOutdated(searched()), false);
    assert.deepEqual((await textsOf(remembered.of(searched()), rows.values()))?.sort(), ['An ash.', 'An oak.']);
    await remembered.close();
  });

  it('are none of a table that does not fit, which is not tried again', async () => {
    const remembered = new RememberedPassages(folder, 100);
    await remembered.update(searched());
    assert.deepEqual([remembered.of(searched()), remembered.isOutdated(searched())], [undefined, false]);
    assert.equal(remembered.isOutdated(searched('rebuilt')), true);
    await remembered.close();
  });

  it('are read anew once replaced ones take the room', async () => {
    const remembered = new RememberedPassages(folder, await bytesOf(open.table));
    await remembered.update(searched());
    await addRows(open, [document('ash')]);
    const ash = (await rowsIn(open.table)).get('ash') ?? 0n;
    await remembered.of(searched())?.learn(open.table, [ash]);
    assert.equal(remembered.isOutdated(searched()), true);
    await removeRows(open.table, ['ash'], new TermChanges());
    await remembered.update(searched());
    assert.equal(remembered.isOutdated(searched()), false);
    assert.ok(remembered.of(searched()));
    await remembered.close();
  });

  it('are none, for a while, if they cannot be written', async () => {
    const remembered = new RememberedPassages(join(folder, 'missing'));
    await assert.rejects(remembered.update(searched()), { code: 'ENOENT' });
    assert.deepEqual([remembered.of(searched()), remembered.isOutdated(searched())], [undefined, false]);
    await remembered.close();
  });
});

describe('the remembered passages of a document', () => {
  const FIRST = '# Oak\n\nAn oak.\n\n# Elm\n\nAn elm.';
  const SECOND = '# Ash\n\nAn ash.\n\n# Fir\n\nA fir.';
  let folder: string;
  let open: Awaited<ReturnType<typeof createTable>>;
  let kept: RememberedTable;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    open = await createTable(folder, 'passages_1');
    await addRows(open, [document('trees', { text: FIRST, contentHash: 'first' })]);
    kept = await RememberedTable.create(folder, 1_000_000);
  });
  afterEach(async () => {
    await kept.close();
    open.table.close();
    open.connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  const write = async (text: string, contentHash: string) => {
    const schema = await open.table.schema();
    await replaceRows({ table: open.table, schema }, [document('trees', { text, contentHash })], new TermChanges());
  };
  const rowsNow = async () => int64s(await open.table.query().select(['id']).withRowId().toArrow(), ROW);
  const texts = async () =>
    (await kept.ofDocuments(['trees'], new Set(['org_1/']), 10))?.map((packed) => unpackPassage(packed).text).sort();

  it('are each one once, whatever searches learn them at the same time', async () => {
    const [row = 0n] = await rowsNow();
    await Promise.all([kept.learn(open.table, [row]), kept.learn(open.table, [row])]);
    assert.equal(await texts(), undefined);
    await kept.learn(open.table, await rowsNow());
    assert.equal((await texts())?.length, 2);
  });

  it('are not those of a version that an earlier one has replaced again', async () => {
    await kept.load(open.table, () => false);
    await write(SECOND, 'second');
    await kept.learn(open.table, await rowsNow());
    await kept.readAddresses(open.table);
    assert.match(String(await texts()), /ash/);
    await write(FIRST, 'first');
    await kept.learn(open.table, await rowsNow());
    assert.equal(await texts(), undefined);
    await kept.readAddresses(open.table);
    assert.doesNotMatch(String(await texts()), /ash/);
  });

  it('are not those of a version that was replaced while the addresses were read', async () => {
    await kept.load(open.table, () => false);
    const earlier = await open.table.query().select(['key']).withRowId().toArrow();
    await write(SECOND, 'second');
    await kept.readAddresses(
      tableOf(async function* () {
        await kept.learn(open.table, await rowsNow());
        yield* earlier.batches;
      }),
    );
    assert.equal(await texts(), undefined);
    assert.equal((await kept.read(await rowsNow())).size, 2);
  });
});

/** A table whose rows are read so. */
function tableOf(read: () => AsyncIterable<RecordBatch>): Table {
  const query = { select: () => query, withRowId: read };
  return { query: () => query } as unknown as Table;
}

async function bytesOf(table: Table): Promise<number> {
  const found = await table.query().select(['passage']).toArrow();
  return Array.from(found.getChild('passage') ?? [], bufferOf).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
