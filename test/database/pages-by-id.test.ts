import assert from 'node:assert/strict';
import { anyOf } from '../../services/database/builder.ts';
import { rowsOfPages } from '../../services/database/pages-by-id.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

describe('rows that are read in pages', () => {
  // More than two pages, the last one not full.
  const ids = Array.from({ length: 205 }, (_, index) => `org_${String(index).padStart(3, '0')}`);
  let scratch: TestDatabase;
  before(async () => {
    scratch = await createTestDatabase();
    const organizations = ids.map((id) => ({ id, name: 'paged', created_at: new Date() }));
    await scratch.database.builder.insertInto('organizations').values(organizations.toReversed()).execute();
  });
  after(() => scratch.drop());

  async function idsOf(rows: AsyncIterable<{ id: string }>): Promise<string[]> {
    const read: string[] = [];
    for await (const { id } of rows) read.push(id);
    return read;
  }

  it('are returned once each, in order', async () => {
    const named = scratch.database.builder.selectFrom('organizations').select('id').where('name', '=', 'paged');
    const rows = rowsOfPages((after, limit) => named.where('id', '>', after).orderBy('id').limit(limit).execute());
    assert.deepEqual(await idsOf(rows), ids);
  });

  it('can be selected by any number of values, including none', async () => {
    const named = (values: readonly string[]) =>
      scratch.database.builder
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', anyOf(values))
        .orderBy('id')
        .execute();
    assert.deepEqual(await named([]), []);
    assert.deepEqual(await named(['org_007', 'org_none', 'org_001']), [{ id: 'org_001' }, { id: 'org_007' }]);
  });
});
