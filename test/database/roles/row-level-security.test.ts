import assert from 'node:assert/strict';
import { EVERYONE } from '../../../entities/documents/everyone.ts';
import { systemClock } from '../../../services/core/clock.ts';
import { newId } from '../../../services/core/ids.ts';
import { createLedger } from '../../../services/billing/ledger.ts';
import { databaseByRole, type DatabaseByRole } from '../../../services/database/by-role.ts';
import { createDocuments } from '../../../services/documents/documents.ts';
import { createPages } from '../../../services/fetch/pages.ts';
import { actFor, actingFor, actingForCaller } from '../../../services/database/roles/acting.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { insertRow, ownedTables, ownerValue, type OwnedTable } from './row-of-each-table.ts';

const OWN = 'org_a';
const OTHER = 'org_b';
const REFUSED = '42501';

describe('row-level security', () => {
  let scratch: TestDatabase;
  let as: DatabaseByRole['as'];
  let owner: string;
  let tables: OwnedTable[];

  before(async () => {
    scratch = await createTestDatabase();
    ({ as, owner } = await databaseByRole(scratch.database));
    tables = await ownedTables(scratch.database);
    for (const orgId of [OWN, OTHER]) for (const table of tables) await insertRow(scratch.database, table, orgId);
  });
  after(() => scratch.drop());

  const ownersOf = async ({ name, owner: column }: OwnedTable): Promise<string[]> => {
    const rows = await actingFor(OWN, () => as.service.query<Record<string, string>>(`select * from "${name}"`));
    return rows.map((row) => row[column] ?? '');
  };
  /** Number of rows of the other organization, as they are. */
  const rowsOfOther = async (table: OwnedTable): Promise<number> =>
    (
      await scratch.database.query(`select from "${table.name}" where "${table.owner}" = $1`, [
        ownerValue(table, OTHER),
      ])
    ).length;
  /** Number of rows that a statement of the own organization reaches; 0 if its role may not make it at all. */
  const reached = (statement: string): Promise<number> =>
    actingFor(OWN, () => as.service.query(`${statement} returning 1`)).then(
      (rows) => rows.length,
      (error: unknown) => {
        assert.equal(codeOf(error), REFUSED, String(error));
        return 0;
      },
    );

  it('is forced on every table, except those without an organization', async () => {
    const open = await scratch.database.query<{ name: string }>(
      `select relname as name from pg_class
        where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
          and not (relrowsecurity and relforcerowsecurity) order by 1`,
    );
    assert.deepEqual(
      open.map(({ name }) => name),
      ['mikro_orm_migrations', 'term_counting'],
    );
  });

  it('has a policy for the service on every such table, and none that admits all rows', async () => {
    const policies = await scratch.database.query<{ name: string; condition: string }>(
      `select tablename as name, qual as condition from pg_policies where $1 = any(roles)`,
      [`${owner}_service`],
    );
    assert.deepEqual(
      [...new Set(policies.map(({ name }) => name))].toSorted(),
      tables.map(({ name }) => name).toSorted(),
    );
    assert.deepEqual(
      policies.filter(({ condition }) => condition === 'true'),
      [],
    );
  });

  it('has no policy for all users of the database', async () => {
    const policies = await scratch.database.query(`select from pg_policies where 'public' = any(roles::text[])`);
    assert.equal(policies.length, 0);
  });

  it('covers every table whose rows the test creates', () => {
    assert.ok(tables.length >= 32, `${tables.length} tables`);
  });

  it('shows all own rows, and nothing of another organization, without a filter', async () => {
    for (const table of tables) assert.deepEqual(await ownersOf(table), [ownerValue(table, OWN)], table.name);
  });

  it('changes nothing of another organization without a filter', async () => {
    for (const table of tables) {
      const changed = await reached(`update "${table.name}" set "${table.owner}" = "${table.owner}"`);
      assert.ok(changed <= 1, `${changed} rows of ${table.name}`);
    }
  });

  it('deletes nothing of another organization without a filter', async () => {
    for (const table of tables) {
      await actingFor(OWN, () =>
        as.service.transaction(async (sql) => {
          const deleted = await sql.query(`delete from "${table.name}" returning 1`);
          assert.ok(deleted.length <= 1, `${deleted.length} rows of ${table.name}`);
          throw new Error('rolled back');
        }),
      ).catch((error: unknown) =>
        assert.ok(codeOf(error) === REFUSED || String(error).includes('rolled back'), String(error)),
      );
      assert.equal(await rowsOfOther(table), 1, table.name);
    }
  });

  it('refuses a new row of another organization', async () => {
    for (const table of tables) {
      const inserting = actingFor(OWN, () => insertRow(as.service, table, OTHER, 1));
      await assert.rejects(inserting, { code: REFUSED }, table.name);
    }
  });

  it('refuses to move an own row to another organization', async () => {
    for (const table of tables) {
      const giving = actingFor(OWN, () =>
        as.service.query(`update "${table.name}" set "${table.owner}" = $1`, [ownerValue(table, OTHER)]),
      );
      await assert.rejects(giving, { code: REFUSED }, table.name);
    }
  });

  it('shows rows for everyone, and lets no organization change them', async () => {
    const shown = tables.filter(({ name }) => ['documents', 'term_counts', 'term_totals', 'vocabulary'].includes(name));
    for (const table of shown) {
      await insertRow(scratch.database, table, EVERYONE);
      assert.deepEqual((await ownersOf(table)).toSorted(), [EVERYONE, OWN], table.name);
      const condition = `where "${table.owner}" = '${EVERYONE}'`;
      assert.equal(await reached(`update "${table.name}" set "${table.owner}" = "${table.owner}" ${condition}`), 0);
      assert.equal(await reached(`delete from "${table.name}" ${condition}`), 0);
      const inserting = actingFor(OWN, () => insertRow(as.service, table, EVERYONE, 1));
      await assert.rejects(inserting, { code: REFUSED }, table.name);
      await scratch.database.query(`delete from "${table.name}" ${condition}`);
    }
  });

  it('applies in a transaction as well', async () => {
    const owners = await actingFor(OWN, () =>
      as.service.transaction((sql) => sql.builder.selectFrom('documents').select('org_id').execute()),
    );
    assert.deepEqual(owners, [{ org_id: OWN }]);
  });

  it('keeps services from the rows of an organization that they receive by mistake', async () => {
    const documents = createDocuments({
      database: as.service,
      clock: systemClock,
      newId,
      limits: { documentsPerOrganization: 10 },
    });
    const document = tables.find(({ name }) => name === 'documents');
    await actingFor(OWN, async () => {
      const given = [{ url: 'https://a.example/', text: 'A heron waits.' }];
      await assert.rejects(documents.index(OTHER, given), { code: REFUSED });
      assert.deepEqual(await documents.remove(OTHER, [`${OTHER} 0`]), { deleted: 0 });
      assert.equal(await createLedger(as.service, systemClock).balance(OTHER), undefined);
    });
    // It has no filter of its own.
    const read = () => createPages(as.service).ofReader(`${OTHER} 0`);
    assert.equal((await actingFor(OTHER, read)).size, 1);
    assert.equal((await actingFor(OWN, read)).size, 0);
    assert.ok(document);
    assert.equal(await rowsOfOther(document), 1);
  });

  it('shows no row to the service without an organization', async () => {
    for (const table of tables) {
      const rows = await scratch.database.transaction(async (sql) => {
        await sql.query(`select set_config('role', $1, true)`, [`${owner}_service`]);
        return sql.query(`select from "${table.name}"`);
      });
      assert.equal(rows.length, 0, table.name);
    }
  });

  it('leaves nothing of an organization on a connection', async () => {
    await actingFor(OWN, () => as.service.query('select 1'));
    await actingFor(OWN, () => as.service.query('select 1 / 0')).catch(() => undefined);
    const left = await Promise.all(
      Array.from({ length: 8 }, () =>
        scratch.database.query<{ left: string }>(
          `select concat(current_setting('role'), ' ', current_setting('quarry.organization', true)) as left from pg_sleep(0.05)`,
        ),
      ),
    );
    assert.deepEqual([...new Set(left.flat().map((row) => row.left))], ['none ']);
  });

  it('distinguishes a statement without an organization from one without a result', async () => {
    await assert.rejects(as.service.query('select 1'), /ran for no organization/);
    await assert.rejects(
      actingForCaller(() => as.service.transaction((sql) => sql.query('select 1'))),
      /ran for no organization/,
    );
  });

  it('allows a call a single organization', () => {
    actingForCaller(() => {
      actFor(OWN);
      actFor(OWN);
      assert.throws(() => actFor(OTHER), /for another organization already/);
    });
    assert.throws(() => actFor(OWN), /no call runs/);
  });

  for (const role of ['service', 'sign_in', 'background', 'operator'] as const)
    it(`acts as a role that owns nothing and is bound by policies: ${role}`, async () => {
      const [acting] = await actingFor(OWN, () =>
        as[role].query(
          `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
                  exists (select from pg_class where relowner = pg_roles.oid) as owns
             from pg_roles where rolname = current_user`,
        ),
      );
      assert.deepEqual(acting, {
        rolname: `${owner}_${role}`,
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owns: false,
      });
    });

  it('gives the background role no right to change a document, a run or a balance of postings', async () => {
    for (const statement of [
      `update documents set id = id`,
      `update documents set text = ''`,
      `delete from documents`,
      `update agent_runs set status = 'failed'`,
      `insert into postings (org_id, business_key, amount, created_at) values ('${OWN}', 'k', 1, now())`,
      `select from users`,
      `select sha256 from api_keys`,
      `select org_id from api_keys`,
      `update api_keys set revoked_at = null`,
    ])
      await assert.rejects(as.background.query(statement), { code: REFUSED }, statement);
  });

  it('gives the sign-in role no right to a document, a run or credits', async () => {
    for (const statement of [
      'select from documents',
      'select from agent_runs',
      'select from postings',
      `update organizations set balance = 1`,
      `update users set role = 'operator'`,
      `update api_keys set scopes = null`,
    ])
      await assert.rejects(as.sign_in.query(statement), { code: REFUSED }, statement);
  });
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
