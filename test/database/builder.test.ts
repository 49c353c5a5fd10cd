import assert from 'node:assert/strict';
import type { ColumnsOf } from '../../entities/row-types.ts';
import { assign, into } from '../../services/database/into.ts';
import { isUnavailable } from '../../services/database/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');

describe('statements of the builder', () => {
  let scratch: TestDatabase;
  let counter = 0;
  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  const organization = () => ({ id: `org_${(counter += 1)}`, name: 'builder', created_at: AT });
  const find = (id: string) =>
    scratch.database.builder.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst();

  it('read the same values as SQL text: timestamps as Dates, int8 as text', async () => {
    const row = { ...organization(), balance: '9007199254740993' };
    await scratch.database.builder.insertInto('organizations').values(row).execute();
    const [raw] = await scratch.database.query('select * from organizations where id = $1', [row.id]);
    assert.deepEqual(raw, { ...row, held: '0', suspended_at: null });
    assert.deepEqual(await find(row.id), raw);
  });

  it('bind JSON as text and bytes as bytes, and read both back', async () => {
    const { builder } = scratch.database;
    const step = { run_id: 'run_json', step: 'plan', kind: 'plan', credits: 1, created_at: AT } as const;
    await builder
      .insertInto('agent_steps')
      .values({ ...step, result: JSON.stringify([{ a: [1] }]) })
      .execute();
    const place = { document_id: 'doc_bytes', content_hash: 'hash', ordinal: 0, space: 'space' };
    await builder
      .insertInto('passage_embeddings')
      .values({ ...place, vector: Buffer.from([0, 255]) })
      .execute();
    const { result } = await builder.selectFrom('agent_steps').select('result').executeTakeFirstOrThrow();
    const { vector } = await builder.selectFrom('passage_embeddings').select('vector').executeTakeFirstOrThrow();
    assert.deepEqual(result, [{ a: [1] }]);
    assert.deepEqual(vector, Buffer.from([0, 255]));
  });

  it('belong to the transaction of their builder, and are rolled back with it', async () => {
    const row = organization();
    const broken = new Error('broken');
    const work = scratch.database.transaction(async (sql) => {
      await sql.builder.insertInto('organizations').values(row).execute();
      assert.equal((await sql.query('select 1 from organizations where id = $1', [row.id])).length, 1);
      assert.equal(await find(row.id), undefined);
      throw broken;
    });
    await assert.rejects(work, broken);
    assert.equal(await find(row.id), undefined);
  });

  it('are committed with the transaction, together with statements in SQL text', async () => {
    const row = organization();
    const updated = await scratch.database.transaction(async (sql) => {
      await sql.query('insert into organizations (id, name, created_at) values ($1, $2, $3)', [row.id, row.name, AT]);
      return sql.builder
        .updateTable('organizations')
        .set({ name: 'renamed' })
        .where('id', '=', row.id)
        .executeTakeFirst();
    });
    assert.equal(updated.numUpdatedRows, 1n);
    assert.equal((await find(row.id))?.name, 'renamed');
  });

  it('fail with the error of the driver', async () => {
    const row = organization();
    const insert = () => scratch.database.builder.insertInto('organizations').values(row).execute();
    await insert();
    await assert.rejects(insert(), { code: '23505', constraint: 'organizations_pkey' });
  });

  it('report an unavailable database as statements in SQL text do', async () => {
    const away = await createTestDatabase();
    const { builder } = away.database;
    await away.database.query('select 1');
    const failed = away.database.transaction(async (sql) => {
      await scratch.database.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        new URL(away.url.replace(/^postgres\w*:/, 'http:')).pathname.slice(1),
      ]);
      await sql.builder.selectFrom('organizations').selectAll().execute();
    });
    await assert.rejects(failed, (error) => isUnavailable(error));
    assert.deepEqual(await builder.selectFrom('organizations').selectAll().execute(), []);
    await away.drop();
  });
});

/** Never called: the compiler is what tests it. */
export function refusedByTheCompiler({ builder }: TestDatabase['database'], row: ColumnsOf<'documents', 'id'>): void {
  // @ts-expect-error documents have no such column
  builder.selectFrom('documents').select('ident');
  // @ts-expect-error nor is there one to compare with
  builder.selectFrom('documents').select('id').where('ident', '=', '');
  // @ts-expect-error int8 is text
  builder.selectFrom('holds').select('state').where('amount', '=', 1);
  // @ts-expect-error no such state
  builder.updateTable('holds').set({ state: 'shut' });
  // @ts-expect-error created_at has no default
  builder.insertInto('organizations').values({ id: 'org_1', name: 'one' });
  // @ts-expect-error JSON is bound as text, or an array would become one of PostgreSQL
  builder.updateTable('agent_steps').set({ result: [1] });
  // @ts-expect-error SQL text inserts into columns of the entity only
  into('holds', 'business_key', 'shut_at');
  // @ts-expect-error and assigns those only
  assign('holds', { shut_at: '$1' });
  // @ts-expect-error the row of a raw statement has the columns that it names
  assert.equal(row.url, '');
  // @ts-expect-error and can name those of the entity only
  type Wrong = ColumnsOf<'documents', 'ident'>;
  assert.ok((id: Wrong) => id);
}
