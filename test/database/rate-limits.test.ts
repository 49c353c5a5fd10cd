import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRateLeases, type RateLeases } from '../../services/accounts/rate-leases.ts';
import { createRateLimits, parseRateLimits, RATE_LIMITS, type TakeToken } from '../../services/accounts/rate-limits.ts';
import { databaseByRole } from '../../services/database/by-role.ts';
import { openDatabase } from '../../services/database/open.ts';
import { actingFor } from '../../services/database/roles/acting.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const ORG = 'org_a';
const WITHIN_MS = 10_000;
const MEBIBYTE = 1_048_576;

describe('rate limits over several processes', () => {
  let scratch: TestDatabase;
  let closes: Array<() => Promise<void>>;
  let counter = 0;

  before(async () => {
    scratch = await createTestDatabase();
  });
  beforeEach(() => (closes = []));
  afterEach(async () => {
    for (const close of closes) await close();
  });
  after(() => scratch.drop());

  /** What one API process has: its own pool, and its own leases. */
  async function process(limits: string): Promise<{ take: TakeToken; leases: RateLeases }> {
    const { database } = await openDatabase(scratch.url);
    const { service } = (await databaseByRole(database)).as;
    const leases = createRateLeases(service);
    closes.push(async () => {
      await leases.close();
      await database.close();
    });
    const take = createRateLimits(parseRateLimits(limits), leases);
    return { leases, take: (call) => actingFor(ORG, () => take(call)) };
  }

  const newKey = () => {
    counter += 1;
    return { orgId: ORG, keyId: `key_${counter}` };
  };
  const isServed = async (take: TakeToken, keyId: string, byteCount = 0) => {
    const decision = await take({
      caller: { orgId: ORG, keyId },
      rateClass: byteCount ? 'documents' : 'search',
      byteCount,
    });
    return decision !== undefined && !decision.refused;
  };
  const served = async (calls: Array<Promise<boolean>>) => (await Promise.all(calls)).filter(Boolean).length;
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));

  it('give one process alone the whole limit, and not one call more', async () => {
    const { take } = await process('search=100');
    const { keyId } = newKey();
    let count = 0;
    for (let calls = 0; calls < 130; calls += 1) count += (await isServed(take, keyId)) ? 1 : 0;
    assert.equal(count, 100);
    assert.equal(await served(many(50, () => isServed(take, keyId))), 0);
  });

  it('are exact where four processes race for a limit', async () => {
    const processes = await Promise.all(many(4, () => process('search=200')));
    const { keyId } = newKey();
    let count = 0;
    // Rounds, because tokens that one process has leased and does not use return to the others.
    await eventually(
      WITHIN_MS,
      async () => {
        count += await served(processes.flatMap(({ take }) => many(40, () => isServed(take, keyId))));
        await sleep(100);
        return count;
      },
      (sum) => sum >= 200,
    );
    for (let round = 0; round < 3; round += 1) {
      await sleep(600);
      count += await served(processes.flatMap(({ take }) => many(40, () => isServed(take, keyId))));
    }
    assert.equal(count, 200);
  });

  it('give the tokens that an idle process has leased to the others', async () => {
    const [idle, busy] = [await process('search=100'), await process('search=100')];
    const { keyId } = newKey();
    assert.equal(await isServed(idle.take, keyId), true);
    let count = 1;
    await eventually(
      WITHIN_MS,
      async () => (count += await served(many(30, () => isServed(busy.take, keyId)))),
      (sum) => sum >= 100,
    );
    assert.equal(count, 100);
  });

  it('give back at once what a process that stops has leased', async () => {
    const [stopping, other] = [await process('search=100'), await process('search=100')];
    const { keyId } = newKey();
    await isServed(stopping.take, keyId);
    await stopping.leases.close();
    assert.equal(await served(many(120, () => isServed(other.take, keyId))), 99);
  });

  it('fill a bucket again when its minute has ended', async () => {
    const processes = await Promise.all(many(2, () => process('search=50')));
    const { keyId } = newKey();
    assert.ok((await served(processes.flatMap(({ take }) => many(60, () => isServed(take, keyId))))) <= 50);
    await scratch.database.query(`update rate_buckets set ends_at = now() where caller_id = $1`, [keyId]);
    const later = await Promise.all(many(2, () => process('search=50')));
    assert.equal(await served(later.flatMap(({ take }) => many(60, () => isServed(take, keyId)))), 50);
  });

  it('keep classes and keys apart', async () => {
    const { take } = await process('search=20');
    const [one, other] = [newKey(), newKey()];
    assert.equal(await served(many(25, () => isServed(take, one.keyId))), 20);
    assert.equal(await served(many(25, () => isServed(take, other.keyId))), 20);
    const answered = await take({ caller: one, rateClass: 'answer', byteCount: 0 });
    assert.equal(answered?.refused, undefined);
  });

  it('bound bytes over all processes, and a refused body takes no call', async () => {
    const processes = await Promise.all(many(2, () => process('on')));
    const { keyId } = newKey();
    const sent = await served(processes.flatMap(({ take }) => many(14, () => isServed(take, keyId, 15 * MEBIBYTE))));
    assert.ok(sent >= 15 && sent <= 17, `${sent} bodies of 15 MiB`);
    const [{ take } = assert.fail()] = processes;
    const decision = await take({ caller: { orgId: ORG, keyId }, rateClass: 'documents', byteCount: 16 * MEBIBYTE });
    const [calls, bytes] = decision?.states ?? [];
    assert.deepEqual([calls?.policy, bytes?.policy, bytes?.unit], ['documents', 'documents-bytes', 'content-bytes']);
    assert.match(decision?.refused?.message ?? '', /Too many bytes of documents; try again in \d+ s\./);
    assert.equal(decision?.refused?.retryAfterSeconds, bytes?.resetSeconds);
    // A lease that was fetched ahead has arrived then, so that closing returns it.
    await sleep(500);
    await Promise.all(processes.map(({ leases }) => leases.close()));
    const taken = await scratch.database.query<{ rate: string; taken: string }>(
      'select rate, taken from rate_buckets where caller_id = $1 order by length(rate)',
      [keyId],
    );
    assert.deepEqual(
      taken.map((row) => Number(row.taken)),
      [sent, sent * 15 * MEBIBYTE],
      JSON.stringify(taken),
    );
  });

  it('report the remaining tokens, and a refusal reports when the bucket is full again', async () => {
    const { take } = await process('search=30');
    const caller = newKey();
    const call = { caller, rateClass: 'search', byteCount: 0 } as const;
    const first = await take(call);
    assert.deepEqual(first?.states, [
      { policy: 'search', unit: 'requests', limit: 30, remaining: 29, resetSeconds: 60 },
    ]);
    for (let calls = 1; calls < 30; calls += 1) await take(call);
    const refused = await take(call);
    const [state] = refused?.states ?? [];
    assert.deepEqual([state?.remaining, refused?.refused?.retryAfterSeconds], [0, state?.resetSeconds]);
  });

  it('are refused as a setting that is no list of classes', () => {
    assert.equal(parseRateLimits('off'), undefined);
    assert.deepEqual(parseRateLimits('search=7, agent=2'), { ...RATE_LIMITS, search: 7, agent: 2 });
    for (const wrong of ['', 'search', 'search=0', 'search=-1', 'all=5', 'search=1.5', 'search=5=5', 'toString=5'])
      assert.throws(() => parseRateLimits(wrong), /must be on, off, or calls a minute/, wrong);
  });
});
