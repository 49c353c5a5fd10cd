import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditLedger } from '../../services/billing/audit.ts';
import { openDatabase } from '../../services/database/open.ts';
import { stopInOrder } from '../../services/process/lifecycle.ts';
import { eventually } from './eventually.ts';
import { startParts, type Parts } from './parts.ts';
import { call, type Answered } from './quarry.ts';
import { startSite, type RouteHandler } from './site.ts';

const PAGES = 3;
const QUESTIONS = 2;
const PAGE_TAKES_MS = 250;
const ENDS_WITHIN_MS = 90_000;
const ASKED_AGAIN_AFTER_MS = 200;

/** An installation of several processes, a slow site, and runs that read it. */
export interface KilledRuns {
  parts: Parts;
  /** Creates a run and returns its id. The call is repeated with the same key while a process is down. */
  create(key: string): Promise<string>;
  /** Waits for the run's end, asserts that it is the expected one, and returns its time in milliseconds since 1970. */
  endedAsEver(runId: string): Promise<number>;
  /**
   * Asserts that there are no other runs, that each is unchanged since its end and billed once, and that the ledger is
   * consistent.
   */
  booksInOrder(runIds: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startKilledRuns(): Promise<KilledRuns> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  const site = await startSite(Object.fromEntries(Array.from({ length: PAGES }, (_, n) => [`/${n}`, slowPage(n)])));
  const parts = await startParts(folder, { QUARRY_PROVIDERS: '' });
  const urls = Array.from({ length: PAGES }, (_, n) => `${site.origin}/${n}`).join(' ');
  const query = `How deep is quarry number 2? When was quarry number 1 opened? ${urls}`;
  /** Repeats a call that fails. */
  const patiently = (make: () => Promise<Answered>, passes: (answered: Answered) => boolean) =>
    eventually(
      ENDS_WITHIN_MS,
      () => make().catch(() => sleep(ASKED_AGAIN_AFTER_MS, undefined)),
      (answered) => answered !== undefined && passes(answered),
    );
  const request = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    call(parts.rest + path, method, body, { 'x-api-key': parts.key, ...headers });

  const get = (runId: string, wait = '') =>
    patiently(
      () => request('GET', `/v1/agent/runs/${runId}${wait}`),
      ({ status, body }) => status === 200 && body.stop_reason !== null,
    );
  const ended = new Map<string, unknown>();

  return {
    parts,

    async create(key) {
      const post = async () => {
        const answered = await request('POST', '/v1/agent/runs', { query }, { 'idempotency-key': key });
        // The tasks of a killed process are reassigned after half a minute.
        if (answered.status !== 201) await sleep(ASKED_AGAIN_AFTER_MS);
        return answered;
      };
      const created = await patiently(post, ({ status }) => status === 201);
      assert.equal(created?.status, 201, JSON.stringify(created?.body));
      return created.body.id as string;
    },

    async endedAsEver(runId) {
      const run = (await get(runId, '?wait=5'))?.body;
      assert.deepEqual([run?.status, run?.stop_reason, run?.attempt], ['completed', 'finished', 1]);
      assert.match(run.output.text, /Quarry number 2 is 102 feet deep/);
      assert.equal(run.output.sources.length, PAGES);
      ended.set(runId, run);
      return Date.parse(run.completed_at);
    },

    async booksInOrder(runIds) {
      for (const [runId, run] of ended) assert.deepEqual((await get(runId))?.body, run);
      await booksInOrder(parts.databaseUrl, runIds);
    },

    stop: () => stopInOrder([[() => rm(folder, { recursive: true, force: true })], [site.close], [parts.stop]]),
  };
}

async function booksInOrder(databaseUrl: string, runIds: readonly string[]): Promise<void> {
  const { database } = await openDatabase(databaseUrl);
  try {
    const audit = await auditLedger(database);
    assert.deepEqual(
      audit.organizations.map(({ ok, held }) => ({ ok, held })),
      [{ ok: true, held: 0 }],
    );
    const bills = await database.query<{ run_id: string; billed: string; steps: string }>(
      `select run.id as run_id, (select coalesce(-sum(amount), 0) from postings where business_key like run.id || '%' and amount < 0) as billed,
              (select sum(credits) from agent_steps where run_id = run.id) as steps
         from agent_runs as run order by run.id`,
    );
    assert.deepEqual(
      bills.map(({ run_id }) => run_id),
      runIds.toSorted(),
    );
    assert.deepEqual(
      bills.filter(({ billed, steps }) => billed !== steps),
      [],
    );
    assert.ok(
      bills.every(({ steps }) => Number(steps) === QUESTIONS + PAGES),
      JSON.stringify(bills),
    );
  } finally {
    await database.close();
  }
}

function slowPage(n: number): RouteHandler {
  const html = `<!doctype html><title>Quarry ${n}</title><main><article><h1>Quarry ${n}</h1><p>Quarry number ${n} is ${100 + n} feet deep. Quarry number ${n} was opened in ${1800 + n}.</p><p>${'It was worked for many years by people who lived nearby. '.repeat(8)}</p></article></main>`;
  return async (_request, response) => {
    await sleep(PAGE_TAKES_MS);
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  };
}
