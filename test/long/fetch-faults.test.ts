import assert from 'node:assert/strict';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { auditLedger } from '../../services/billing/audit.ts';
import type { BreakableWay } from '../support/breakable-way.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, openWayTo, type TestDatabase } from '../support/postgres.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';
import { startSite, type RouteHandler, type Site } from '../support/site.ts';

const WITHIN_MS = 20_000;
const TERMINATED = 'by the operator';

describe('a fetch under an Idempotency-Key, while a dependency fails', function () {
  this.timeout(60_000);
  let scratch: TestDatabase;
  let way: BreakableWay;
  let quarry: TestQuarry;
  let site: Site;
  let answers: Array<() => void>;
  let connection: Connection;
  let client: Client;
  let keys = 0;

  before(async () => {
    const page: RouteHandler = async (_request, response) => {
      const answered = Promise.withResolvers<void>();
      answers.push(answered.resolve);
      await answered.promise;
      response.writeHead(200, { 'content-type': 'text/plain' }).end('A page of text.');
    };
    site = await startSite({
      '/page': page,
      '/at-once': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('A page of text.'),
    });
    scratch = await createTestDatabase();
    const opened = await openWayTo(scratch.url);
    way = opened.way;
    quarry = await startQuarry({ DATABASE_URL: opened.url, QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
    client = new Client({ connection });
  });
  after(async () => {
    await connection.close();
    await quarry.stop();
    await way.cut();
    await site.close();
    await scratch.drop();
  });
  beforeEach(() => {
    answers = [];
    keys += 1;
  });

  const send = (path = '/page') =>
    quarry.call('POST', '/v1/fetch', { urls: [site.origin + path] }, { 'idempotency-key': `key-${keys}` });
  const outcome = ({ status, body }: Answered) => [status, body.error?.code ?? body.results[0].status];
  /** While `work` runs, PostgreSQL fails every such write as it does on a full disk. */
  async function whileDiskIsFull<T>(event: 'insert' | 'update', table: string, work: () => Promise<T>): Promise<T> {
    await scratch.database.query(
      `create or replace function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = '53100'; end $$`,
    );
    await scratch.database.query(
      `create trigger full_disk before ${event} on ${table} for each row execute function full_disk()`,
    );
    try {
      return await work();
    } finally {
      await scratch.database.query(`drop trigger full_disk on ${table}`);
    }
  }

  const downloaded = () =>
    eventually(
      WITHIN_MS,
      async () => answers.length,
      (count) => count > 0,
    );
  const key = async () =>
    (
      await scratch.database.query<{ operation_id: string }>(
        'select operation_id from idempotency_records where key = $1',
        [`key-${keys}`],
      )
    )[0];
  const workflow = async () => {
    const operation = (await key())?.operation_id;
    return operation === undefined ? undefined : client.workflow.getHandle(operation.replace(/^req_/, 'fetch_'));
  };
  const waitsForPages = async () =>
    (
      await scratch.database.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'select * from pages%' and datname = current_database()`,
      )
    ).length > 0;
  const account = async () => (await quarry.call('GET', '/v1/account')).body;

  it('waits for PostgreSQL, downloads its page once, and is billed once', async () => {
    const before = await account();
    const first = send();
    await downloaded();
    await way.cut();
    answers[0]?.();
    const refused = await quarry.call('GET', '/v1/account');
    assert.equal(refused.status, 503);
    const early = await Promise.race([
      first.then(outcome),
      new Promise((resolve) => setTimeout(resolve, 3_000, 'waiting')),
    ]);
    assert.equal(early, 'waiting');
    await way.mend();
    assert.deepEqual(outcome(await first), [200, 'ok']);
    assert.deepEqual((await send()).body, (await first).body);
    assert.equal(answers.length, 1);
    assert.deepEqual(await account(), { ...before, balance: before.balance - 1 });
  });

  it('waits for PostgreSQL before the download as well', async () => {
    let first: Promise<Answered> | undefined;
    let handle: WorkflowHandle | undefined;
    await scratch.database.transaction(async (sql) => {
      await sql.query('lock table pages in access exclusive mode');
      first = send();
      handle = await eventually(WITHIN_MS, workflow, (started) => started !== undefined);
      await eventually(WITHIN_MS, waitsForPages, (waits) => waits);
      await way.cut();
    });
    const attempts = async () => (await handle?.describe())?.raw.pendingActivities?.[0]?.attempt ?? 0;
    // A fault of ours is final at the fifth try.
    await eventually(WITHIN_MS, attempts, (count) => count > 5);
    await way.mend();
    await downloaded();
    answers[0]?.();
    assert.deepEqual(first && outcome(await first), [200, 'ok']);
  });

  for (const [what, stop] of [
    ['cancelled', 'cancel'],
    ['terminated', 'terminate'],
  ] as const) {
    it(`is unavailable and frees its key when its workflow is ${what}`, async () => {
      const first = send();
      await downloaded();
      const handle = await workflow();
      await (stop === 'cancel' ? handle?.cancel() : handle?.terminate(TERMINATED));
      const refused = await first;
      assert.deepEqual([...outcome(refused), refused.headers.get('retry-after')], [503, 'UNAVAILABLE', '5']);
      assert.equal(await key(), undefined);
      const again = send();
      await eventually(
        WITHIN_MS,
        async () => answers.length,
        (count) => count > 1,
      );
      for (const answer of answers) answer();
      assert.deepEqual(outcome(await again), [200, 'ok']);
      assert.equal((await account()).held, 0);
    });
  }

  // What a fetch writes, in its order.
  const writes = [
    ['insert', 'idempotency_records'],
    ['insert', 'holds'],
    ['insert', 'postings'],
    ['update', 'idempotency_records'],
  ] as const;
  for (const [event, table] of writes) {
    it(`is unavailable while the disk is full, with a retry delay, and is billed once then: ${event} ${table}`, async () => {
      const before = await account();
      const refused = await whileDiskIsFull(event, table, () => send('/at-once'));
      assert.deepEqual(
        [...outcome(refused), refused.headers.get('retry-after'), refused.headers.get('x-should-retry')],
        [503, 'UNAVAILABLE', '5', null],
      );
      assert.doesNotMatch(refused.body.error.message, /disk|postgres|extend/i);
      // Its lease ends after 12 seconds.
      await scratch.database.query(
        `update idempotency_records set lease_until = now() - interval '1 second' where key = $1 and lease_until is not null`,
        [`key-${keys}`],
      );
      assert.deepEqual(outcome(await send('/at-once')), [200, 'ok']);
      assert.deepEqual(await account(), { ...before, balance: before.balance - 1 });
      assert.ok((await auditLedger(scratch.database)).ok);
    });
  }

  it('waits with a downloaded page while the disk is full, and downloads it once', async () => {
    const before = await account();
    let first: Promise<Answered> | undefined;
    await whileDiskIsFull('insert', 'pages', async () => {
      first = send();
      await downloaded();
      answers[0]?.();
      const early = await Promise.race([
        first.then(outcome),
        new Promise((resolve) => setTimeout(resolve, 1_000, 'waiting')),
      ]);
      assert.equal(early, 'waiting');
    });
    assert.deepEqual(first && outcome(await first), [200, 'ok']);
    assert.equal(answers.length, 1);
    assert.deepEqual(await account(), { ...before, balance: before.balance - 1 });
  });

  it('frees its key if its workflow fails by a fault of ours', async () => {
    await scratch.database.query('alter table pages rename to lost_pages');
    const first = send();
    const refused = await first;
    await scratch.database.query('alter table lost_pages rename to pages');
    assert.deepEqual(outcome(refused), [500, 'INTERNAL']);
    assert.equal(await key(), undefined);
    const again = send();
    await downloaded();
    for (const answer of answers) answer();
    assert.deepEqual(outcome(await again), [200, 'ok']);
  });

  it('starts again under the same ids if the key could not be freed', async () => {
    const before = await account();
    const first = send();
    await downloaded();
    const handle = await workflow();
    await way.cut();
    await handle?.terminate(TERMINATED);
    assert.deepEqual(outcome(await first), [503, 'UNAVAILABLE']);
    await way.mend();
    // Its lease ends after 12 seconds.
    await scratch.database.query(
      `update idempotency_records set lease_until = now() - interval '1 second' where key = $1`,
      [`key-${keys}`],
    );
    const again = send();
    await eventually(
      WITHIN_MS,
      async () => answers.length,
      (count) => count > 1,
    );
    for (const answer of answers) answer();
    assert.deepEqual(outcome(await again), [200, 'ok']);
    assert.deepEqual(await account(), { ...before, balance: before.balance - 1 });
    assert.ok((await auditLedger(scratch.database)).ok);
  });
});
