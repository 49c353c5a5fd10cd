import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { storeOutcome } from '../../services/monitors/run/store-outcome.ts';
import type { SearchOutcome } from '../../services/monitors/run/search-outcome.ts';
import { openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

const DOCUMENTS = 60;
const SEARCHES = 6;

describe('documents that the searches of a run find', () => {
  let scene: MonitorDatabase;
  before(async () => (scene = await openMonitorDatabase()));
  after(() => scene.close());

  it('are stored concurrently, whatever the order in which each search has found them', async () => {
    const { database, clock } = scene;
    const monitorId = await scene.create({
      search_requests: Array.from({ length: SEARCHES }, (_, n) => ({ query: `a ${n}` })),
    });
    const { run } = (await scene.begin(monitorId, clock.at, true)) ?? assert.fail();
    const requests = await database.query<{ request_id: string; ordinal: number }>(
      'select request_id, ordinal from monitor_run_requests where run = $1 order by ordinal',
      [run],
    );
    const found = Array.from({ length: DOCUMENTS }, (_, n) => {
      const canonicalUrl = `https://a.example/${n}`;
      return {
        canonicalUrl,
        document: { url: canonicalUrl, title: String(n), snippets: [] },
        text: `Text of number ${n}.`,
        contentCharacters: 10,
      };
    });
    const stored = requests.map(({ request_id: requestId, ordinal }, nth) => {
      const outcome: SearchOutcome = {
        status: 'ok',
        reason: '',
        returned: found.length,
        found: nth % 2 === 0 ? found : found.toReversed(),
      };
      return storeOutcome({ database, clock }, { run, monitorId, requestId, ordinal, outcome, isLast: true });
    });
    // Rows that two of them lock in opposite orders are a deadlock, which PostgreSQL ends by an error.
    await Promise.all(stored);
    const rows = await database.query<{ matched: number[] }>('select matched from monitor_found where run = $1', [run]);
    assert.deepEqual(
      [rows.length, new Set(rows.map(({ matched }) => matched.length))],
      [DOCUMENTS, new Set([SEARCHES])],
    );
  });
});

describe('documents of one template that a run finds', () => {
  let scene: MonitorDatabase;
  before(async () => (scene = await openMonitorDatabase()));
  after(() => scene.close());

  const SYLLABLES = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti'];
  /** Words that no two numbers have in the same order. */
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => {
      const digest = createHash('sha256')
        .update(`${from + n}`)
        .digest();
      return [0, 1, 2, 3].map((at) => SYLLABLES[(digest[at] ?? 0) % SYLLABLES.length]).join('');
    }).join(' ');
  const template = Array.from({ length: 8 }, (_, n) => `We ${words(n * 1_000, 16)}.`).join(' ');
  const advertisement = (n: number) =>
    `${Array.from({ length: 5 }, (_, s) => `The ${words(100_000 + n * 500 + s * 40, 17)}.`).join(' ')}\n\n${template}`;
  const find = (from: number, to: number, path: string) => {
    for (const known of Object.keys(scene.found)) delete scene.found[known];
    for (let n = from; n < to; n += 1) scene.found[`/${path}/${n}`] = advertisement(n);
  };

  it('are distinguished by their own text: hundreds of others are delivered, and each reprint is recognized', async () => {
    const id = await scene.create();
    find(0, 400, 'first');
    await scene.run(id);
    find(400, 800, 'second');
    await scene.run(id);
    find(0, 800, 'reprints');
    scene.found['/reprints/changed'] = advertisement(7).replace('The', 'A');
    await scene.run(id);
    assert.deepEqual(
      (await scene.runs()).map(({ record_count: count }) => count),
      [400, 400, 0],
    );
    // A few are judged as updates of others with which they share a part of the template that the rest lacks.
    const [second] = await scene.database.query<{ news: number }>(
      `select count(*) filter (where novelty = 'new')::int as news from monitor_records where document ->> 'url' like '%/second/%'`,
    );
    assert.ok(second && second.news > 0);
    const alike = await scene.database.query(
      `select duplicate_of from monitor_suppressed where reason = 'near_duplicate'`,
    );
    const [seventh] = await scene.database.query(
      `select record_id from monitor_records where document ->> 'url' like '%/first/7'`,
    );
    assert.deepEqual(alike, [{ duplicate_of: seventh?.record_id }]);
  });
});
