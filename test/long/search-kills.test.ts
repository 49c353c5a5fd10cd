import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditLedger } from '../../services/billing/audit.ts';
import type { Database } from '../../services/database/database.ts';
import { openPool } from '../../services/database/open-pool.ts';
import { eventually } from '../support/eventually.ts';
import { startParts, type Part, type Parts } from '../support/parts.ts';
import { call } from '../support/quarry.ts';
import { seeded } from '../support/random.ts';

const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_123);
const CALLERS = 12;
const KILLS_A_PART = 3;
const LATEST_KILL_MS = 1_500;
const ASKED_AGAIN_AFTER_MS = 50;
const STARTS_WITHIN_MS = 30_000;

/** The API and PostgreSQL are killed with -9 while many search at once. */
describe('the bill of searches during which the API or PostgreSQL is killed', function () {
  this.timeout(300_000);
  let folder: string;
  let parts: Parts;
  const random = seeded(SEED);

  before(async () => {
    console.log(`    seed ${SEED}`);
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    parts = await startParts(folder, { QUARRY_PROVIDERS: '', QUARRY_EMBEDDINGS_MODEL: 'off' });
    const documents = Array.from({ length: 50 }, (_, n) => ({
      url: `https://birds.example.com/${n}`,
      text: `Heron number ${n} waits in the reeds.`,
    }));
    assert.equal((await post('/v1/documents', { documents })).status, 200);
  });
  after(async () => {
    await parts.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(parts.rest + path, 'POST', body, { 'x-api-key': parts.key, ...headers });
  const search = (headers?: Record<string, string>) => post('/v1/search', { query: 'heron', tier: 'base' }, headers);

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = openPool(parts.databaseUrl, 1);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
  const postings = () =>
    withDatabase(async (database) => {
      const audit = await auditLedger(database);
      assert.ok(
        audit.organizations.every(({ ok, held }) => ok && held === 0),
        JSON.stringify(audit),
      );
      const [row] = await database.query<{ count: string }>('select count(*) from postings where amount < 0');
      return Number(row?.count);
    });

  /** Busy processes of a killed PostgreSQL end some moments after it, and the next one does not start before. */
  const startAgain = (part: Part) =>
    eventually(
      STARTS_WITHIN_MS,
      () =>
        parts.start(part).then(
          () => true,
          () => sleep(ASKED_AGAIN_AFTER_MS, false),
        ),
      (isStarted) => isStarted,
    );

  /** Lets callers search while the parts are killed and started again. */
  async function duringKills(oneSearch: () => Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!over.signal.aborted) await oneSearch();
    });
    for (const part of ['api', 'postgres'] as const) {
      for (let nth = 0; nth < KILLS_A_PART; nth += 1) {
        await sleep(Math.floor(random() * LATEST_KILL_MS));
        await parts.kill(part);
        await startAgain(part);
      }
    }
    over.abort();
    await Promise.all(callers);
  }

  it('contains each search once that was repeated under its key until it was answered', async () => {
    const before = await postings();
    let answered = 0;
    await duringKills(async () => {
      const key = randomUUID();
      for (;;) {
        const one = await search({ 'idempotency-key': key }).catch(() => undefined);
        if (one?.status === 200) break;
        await sleep(ASKED_AGAIN_AFTER_MS);
      }
      answered += 1;
    });
    assert.ok(answered > 100, `${answered} searches were answered`);
    assert.equal((await postings()) - before, answered);
  });

  it('contains all answered searches, and none that was not requested', async () => {
    const before = await postings();
    let answered = 0;
    let asked = 0;
    await duringKills(async () => {
      asked += 1;
      const one = await search().catch(() => undefined);
      if (one?.status === 200) answered += 1;
      else await sleep(ASKED_AGAIN_AFTER_MS);
    });
    const billed = (await postings()) - before;
    console.log(`      ${asked} asked, ${answered} answered, ${billed} billed`);
    assert.ok(answered <= billed && billed <= asked, `${asked} asked, ${answered} answered, ${billed} billed`);
  });
});
