import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createAccounts } from '../../../services/accounts/accounts.ts';
import { systemClock } from '../../../services/core/clock.ts';
import { databaseByRole } from '../../../services/database/by-role.ts';
import { migrate } from '../../../services/database/migrate.ts';
import { openDatabase } from '../../../services/database/open.ts';
import { actingFor } from '../../../services/database/roles/acting.ts';
import { DATABASE_ROLES, roleName } from '../../../services/database/roles/roles.ts';
import { clusterUrl } from '../../support/postgres.ts';

/** A user of PostgreSQL who is no superuser, as an operator gives one to a service. */
interface DatabaseUser {
  name: string;
  /** Makes a database that the user owns. @returns its address, for the user */
  database(): Promise<string>;
}

describe('a database user without superuser rights', () => {
  let admin: pg.Client;
  let cleanings: string[];

  beforeEach(async () => {
    cleanings = [];
    admin = new pg.Client({ connectionString: clusterUrl('postgres') });
    await admin.connect();
  });
  afterEach(async () => {
    for (const statement of cleanings.toReversed()) await admin.query(statement);
    await admin.end();
  });

  async function user(attributes: string): Promise<DatabaseUser> {
    const name = `user_${randomUUID().slice(0, 8)}`;
    await admin.query(`create role ${name} login ${attributes}`);
    cleanings.push(`drop role ${name}`);
    for (const role of DATABASE_ROLES) cleanings.push(`drop role if exists ${roleName(name, role)}`);
    return {
      name,
      async database() {
        const database = `test_${randomUUID().replaceAll('-', '')}`;
        await admin.query(`create database ${database} owner ${name}`);
        cleanings.push(`drop database if exists ${database} with (force)`);
        const url = new URL(clusterUrl(database));
        url.username = name;
        return url.href;
      },
    };
  }

  it('creates the roles if it may create roles', async () => {
    const { database: create } = await user('createrole');
    const url = await create();
    await migrate(url);
    await migrate(url);
    const { database } = await openDatabase(url);
    const { as } = await databaseByRole(database);
    const { orgId } = await createAccounts(as.operator, systemClock).createOrganization('herons', 5n);
    const read = () => as.service.builder.selectFrom('organizations').select('id').execute();
    assert.deepEqual(await actingFor(orgId, read), [{ id: orgId }]);
    assert.deepEqual(await actingFor('org_other', read), []);
    // The policies bind the owner of the tables too: it acts as no role here.
    assert.deepEqual(await database.query('select id from organizations'), []);
    await database.close();
  });

  it('creates them once if several databases of the cluster are migrated concurrently', async () => {
    const { database: create } = await user('createrole');
    const urls = [await create(), await create(), await create()];
    await Promise.all(urls.map(migrate));
    const { database } = await openDatabase(urls[0] ?? '');
    assert.deepEqual(await (await databaseByRole(database)).as.operator.query('select from documents'), []);
    await database.close();
  });

  it('gets the statements for an administrator if it may not, and migrates once they were run', async () => {
    const { name, database: create } = await user('');
    const url = await create();
    const failure = await migrate(url).then(
      () => assert.fail('it may not create roles'),
      (error: unknown) => String(error),
    );
    assert.match(failure, new RegExp(`The user ${name} of DATABASE_URL may not create the roles`));
    const [, statements = ''] = failure.split('start again:\n');
    assert.match(statements, /^create role/);
    await admin.query(statements);
    assert.ok((await migrate(url)).includes('0021-row-level-security'));
  });

  it('keeps the rows of a database from before the policies', async () => {
    const { database: create } = await user('createrole');
    const url = await create();
    const { database: former, orm } = await openDatabase(url);
    await orm.migrator.up({ to: '0020-audit-log' });
    const orgId = 'org_herons';
    // As the release of that time wrote them.
    await former.query(`insert into organizations (id, name, balance, created_at) values ($1, 'herons', 5, now())`, [
      orgId,
    ]);
    await former.query(`insert into postings (org_id, business_key, amount, created_at) values ($1, $2, 5, now())`, [
      orgId,
      `${orgId}:first`,
    ]);
    await former.close();
    assert.equal((await migrate(url))[0], '0021-row-level-security');
    const { database } = await openDatabase(url);
    const { service } = (await databaseByRole(database)).as;
    const read = () => service.builder.selectFrom('postings').select('amount').execute();
    assert.deepEqual(await actingFor(orgId, read), [{ amount: '5' }]);
    await database.close();
  });

  it('gets no rights in the database of another user from these roles', async () => {
    const [one, other] = [await user('createrole'), await user('createrole')];
    const url = await one.database();
    await migrate(url);
    await migrate(await other.database());
    const foreign = new URL(url);
    foreign.username = other.name;
    const { database } = await openDatabase(foreign.href);
    for (const role of DATABASE_ROLES) {
      const { as } = await databaseByRole(database);
      await assert.rejects(
        actingFor('org_a', () => as[role].query('select from organizations')),
        { code: '42501' },
        role,
      );
    }
    await database.close();
  });
});
