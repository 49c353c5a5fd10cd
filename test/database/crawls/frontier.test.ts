import assert from 'node:assert/strict';
import { createAccounts } from '../../../services/accounts/accounts.ts';
import type { Database, SqlValue } from '../../../services/database/database.ts';
import { addressOf } from '../../../services/crawls/frontier/address.ts';
import { addAddresses, leaseNext, releaseLease, type OfCrawl } from '../../../services/crawls/frontier/frontier.ts';
import { beginRound, planRound } from '../../../services/crawls/run/rounds.ts';
import { insertCrawl } from '../../../services/crawls/storage/stored-crawls.ts';
import { beginCrawl } from '../../../services/crawls/storage/transitions.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { crawlOf } from './crawl-request.ts';

const SEED = 'https://birds.example/';

describe('the frontier of a crawl', () => {
  let scratch: TestDatabase;
  let orgId: string;
  let now = new Date('2026-03-03T12:00:00.000Z');
  before(async () => {
    scratch = await createTestDatabase();
    ({ orgId } = await createAccounts(scratch.database, { now: () => now }).createOrganization('birds', 100));
  });
  after(() => scratch.drop());

  const request = { ...crawlOf(SEED), refresh: '1d' };
  const create = async (crawlId: string): Promise<OfCrawl> => {
    const crawl = { orgId, callerId: 'key_1', crawlId, request, refreshSeconds: 86_400, now };
    await scratch.database.transaction((sql) => insertCrawl(sql, crawl));
    await scratch.database.transaction((sql) => beginCrawl(sql, { crawlId, orgId, now }));
    return { crawlId, orgId, now };
  };
  const lease = (of: OfCrawl) => {
    const until = new Date(of.now.getTime() + 60_000);
    return leaseNext(scratch.database, of, { host: 'birds.example', until, onlyHeld: false });
  };

  it('takes no lease from the reader that has it when a lost one gives its own back', async () => {
    const of = await create('crawl_leases');
    const lost = await lease(of);
    const later = { ...of, now: new Date(now.getTime() + 61_000) };
    const next = await lease(later);
    assert.ok(lost && next);
    assert.equal(next.key, lost.key);
    await releaseLease(scratch.database, later, lost);
    assert.equal(await lease(later), undefined);
    await releaseLease(scratch.database, later, next);
    assert.equal((await lease(later))?.key, lost.key);
  });

  it('has all that are due wait for a new round, however many there are, and begins it once', async () => {
    const of = await create('crawl_rounds');
    const found = Array.from({ length: 6_000 }, (_, at) =>
      addressOf(`${SEED}page-of-${at.toString(36)}-birds`),
    ).flatMap((address) => (address ? [{ ...address, depth: 1, priority: 10 }] : []));
    await scratch.database.transaction((sql) => addAddresses(sql, of, found));
    const { query } = scratch.database;
    await query(
      `update crawl_addresses set status = 'unchanged', due_round = case when priority = 10 and key < 'https://birds.example/page-of-1' then 3 else 2 end where crawl_id = $1`,
      [of.crawlId],
    );
    await planRound(scratch.database, of, 1);
    const { signal } = new AbortController();
    const counts = async () => {
      const rows = await query<{ is_due: boolean; waiting: number; others: number }>(
        `select due_round <= 2 or depth = 0 as is_due, count(*) filter (where status = 'waiting')::int as waiting,
                count(*) filter (where status <> 'waiting')::int as others
           from crawl_addresses where crawl_id = $1 group by 1 order by 1 desc`,
        [of.crawlId],
      );
      return rows.map(({ waiting, others }) => [waiting > 0, others > 0]);
    };
    assert.equal(await beginRound(scratch.database, of, signal), true);
    assert.deepEqual(await counts(), [
      [true, false],
      [false, true],
    ]);
    assert.equal(await beginRound(scratch.database, of, signal), true);
    const [crawl] = await query<{ round: number }>('select round from crawls where id = $1', [of.crawlId]);
    assert.equal(crawl?.round, 2);
  });

  it('is left alone by an attempt to begin the round that was taken for lost', async () => {
    const of = await create('crawl_late');
    const { query } = scratch.database;
    await planRound(scratch.database, of, 1);
    const { signal } = new AbortController();
    let isFirst = true;
    const late = {
      builder: scratch.database.builder,
      query: async (sql: string, parameters: readonly SqlValue[]) => {
        if (isFirst) {
          isFirst = false;
          await beginRound(scratch.database, of, signal);
          await query(`update crawl_addresses set status = 'stored' where crawl_id = $1`, [of.crawlId]);
        }
        return query(sql, parameters);
      },
    } as unknown as Database;
    assert.equal(await beginRound(late, of, signal), true);
    const left = await query(`select 1 from crawl_addresses where crawl_id = $1 and status = 'waiting'`, [of.crawlId]);
    assert.equal(left.length, 0);
  });
});
