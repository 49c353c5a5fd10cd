import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { MonitorSchema } from '../../entities/monitors/monitor.ts';
import { isUnavailable } from '../../services/database/unavailable.ts';
import { ormOptions } from '../../services/database/open.ts';
import { createTestDatabase, openWayTo, type TestDatabase } from '../support/postgres.ts';

describe('an unavailable database', () => {
  let scratch: TestDatabase;
  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('it did not fail'),
      (error: unknown) => error,
    );
  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`;

  const away: Array<[string, () => Promise<unknown>]> = [
    [
      'where nothing listens',
      async () => {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        server.close();
        await once(server, 'close');
        return failureOf(new pg.Client({ host: '127.0.0.1', port }).connect());
      },
    ],
    [
      'at two addresses, where nothing listens',
      async () =>
        new AggregateError([Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' })], ''),
    ],
    [
      'that ends a connection while it is asked',
      async () => {
        const asked = failureOf(scratch.database.query('select pg_sleep(20)'));
        await untilEnded(asked);
        return asked;
      },
    ],
    [
      'that ends a connection while the ORM asks',
      async () => {
        const { orm, end } = await openOrm();
        const asked = failureOf(orm.em.fork().getConnection().execute('select pg_sleep(20)'));
        await untilEnded(asked);
        await end();
        return asked;
      },
    ],
    [
      'behind a way that breaks',
      async () => {
        const { way, url } = await openWayTo(scratch.url);
        const { orm, end } = await openOrm(url);
        await orm.em.fork().count(MonitorSchema);
        way.mute();
        const asked = failureOf(orm.em.fork().count(MonitorSchema));
        await way.cut();
        await asked;
        await end();
        return asked;
      },
    ],
    [
      'whose connections are all taken',
      async () => {
        const pool = new pg.Pool({ connectionString: scratch.url, max: 1, connectionTimeoutMillis: 50 });
        const taken = await pool.connect();
        const failure = await failureOf(pool.query('select 1'));
        taken.release();
        await pool.end();
        return failure;
      },
    ],
  ];
  for (const [what, fail] of away) {
    it(`is distinguished from one that refuses: ${what}`, async () => {
      const failure = await fail();
      assert.equal(isUnavailable(failure), true, String(failure));
      assert.equal(isUnavailable(new Error('the call failed', { cause: failure })), true);
    });
  }

  for (const sql of [
    'select nonsense',
    'select 1 / 0',
    `insert into organizations (id) values (null)`,
    `do $$ begin raise 'Something terminated' ; end $$`,
  ]) {
    it(`is not reported for a refusal of ${sql}`, async () =>
      assert.equal(isUnavailable(await failureOf(scratch.database.query(sql))), false));
  }

  async function openOrm(url = scratch.url) {
    const orm = await MikroORM.init(ormOptions(url));
    return { orm, end: () => orm.close(true) };
  }

  async function untilEnded(asked: Promise<unknown>): Promise<void> {
    const ended = asked.then(() => true);
    while (!(await Promise.race([ended, scratch.database.query(endAll).then(() => false)])));
  }
});
