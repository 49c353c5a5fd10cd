import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { addRows, removeRows, replaceRows } from '../../../../../services/index/lancedb/lancedb-rows.ts';
import { createTable, foldTable } from '../../../../../services/index/lancedb/lancedb-table.ts';
import { bufferOf, unpackPassage } from '../../../../../services/index/lancedb/passages/packed-passage.ts';
import { RememberedPassages } from '../../../../../services/index/lancedb/passages/remembered-passages.ts';
import type { RememberedTable } from '../../../../../services/index/lancedb/passages/remembered-table.ts';
import { int64s, ROW } from '../../../../../services/index/lancedb/passages/stored-rows.ts';
import { TermChanges } from '../../../../../services/index/term-changes.ts';
import { document } from '../../contract.ts';

describe('the remembered passages of a table', () => {
  let folder: string;
  let open: Awaited<ReturnType<typeof createTable>>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    open = await createTable(folder, 'passages_1');
    await addRows(open.table, [document('oak', { text: 'An oak.' }), document('elm', { text: 'An elm.' })]);
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
    Array.from((await kept?.read([...rows]))?.values() ?? [], (packed) => unpackPassage(packed, []).text);

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
    await addRows(open.table, [document('ash', { text: 'An ash.' })]);
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
    await addRows(open.table, [document('ash')]);
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

async function bytesOf(table: Table): Promise<number> {
  const found = await table.query().select(['passage']).toArrow();
  return Array.from(found.getChild('passage') ?? [], bufferOf).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
