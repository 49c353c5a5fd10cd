import assert from 'node:assert/strict';
import { storeOutcome } from '../../services/monitors/run/store-outcome.ts';
import type { SearchOutcome } from '../../services/monitors/run/outcome.ts';
import { openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

const DOCUMENTS = 60;
const SEARCHES = 6;

describe('what the searches of a run find', () => {
  let scene: MonitorDatabase;
  before(async () => (scene = await openMonitorDatabase()));
  after(() => scene.close());

  it('is kept side by side, whatever the order in which each has found the same documents', async () => {
    const { database, clock } = scene;
    const monitorId = await scene.create({ search_requests: Array.from({ length: SEARCHES }, (_, n) => ({ query: `a ${n}` })) });
    const { run } = (await scene.begin(monitorId, clock.at, true)) ?? assert.fail();
    const requests = await database.query<{ request_id: string; ordinal: number }>('select request_id, ordinal from monitor_run_requests where run = $1 order by ordinal', [run]);
    const found = Array.from({ length: DOCUMENTS }, (_, n) => {
      const canonicalUrl = `https://a.example/${n}`;
      return { canonicalUrl, document: { url: canonicalUrl, title: String(n), snippets: [] }, text: `Text of number ${n}.`, contentCharacters: 10 };
    });
    const stored = requests.map(({ request_id: requestId, ordinal }, nth) => {
      const outcome: SearchOutcome = { status: 'ok', reason: '', found: nth % 2 === 0 ? found : found.toReversed() };
      return storeOutcome({ database, clock }, { run, monitorId, requestId, ordinal, outcome, isLast: true });
    });
    // Rows that two of them lock in opposite orders are a deadlock, which PostgreSQL ends by an error.
    await Promise.all(stored);
    const rows = await database.query<{ matched: number[] }>('select matched from monitor_found where run = $1', [run]);
    assert.deepEqual([rows.length, new Set(rows.map(({ matched }) => matched.length))], [DOCUMENTS, new Set([SEARCHES])]);
  });
});
