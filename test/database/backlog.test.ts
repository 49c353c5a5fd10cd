import assert from 'node:assert/strict';
import { backlogGauges } from '../../services/backlog/backlog.ts';
import { readLag } from '../../services/backlog/lag.ts';
import type { GaugeValues } from '../../services/telemetry/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const clock = { now: () => NOW };

describe('waiting work', () => {
  let scratch: TestDatabase;
  let lag: GaugeValues;

  before(async () => {
    scratch = await createTestDatabase();
    const { builder } = scratch.database;
    await builder
      .insertInto('organizations')
      .values([
        { id: 'org_1', name: 'One', balance: '100', held: '7', created_at: NOW },
        { id: 'org_2', name: 'Two', balance: '50', held: '3', created_at: NOW },
      ])
      .execute();
    const run = { org_id: 'org_1', query: 'q', effort: 'low' as const, attempt: 1 };
    await builder
      .insertInto('agent_runs')
      .values([
        { ...run, id: 'run_1', status: 'pending', created_at: ago(90) },
        { ...run, id: 'run_2', status: 'pending', created_at: ago(30) },
        { ...run, id: 'run_3', status: 'running', created_at: ago(500) },
        { ...run, id: 'run_4', status: 'completed', created_at: ago(900) },
      ])
      .execute();
    const document = { org_id: 'org_1', text: 't', source: 's', content_hash: 'h'.repeat(64), created_at: ago(999) };
    const url = (id: string) => ({ id, url: `https://a.example/${id}`, canonical_url: `https://a.example/${id}` });
    await builder
      .insertInto('documents')
      .values([
        { ...document, ...url('doc_1'), updated_at: ago(40) },
        { ...document, ...url('doc_2'), updated_at: ago(10) },
      ])
      .execute();
    await builder
      .insertInto('index_outbox')
      .values(
        ['doc_1', 'doc_2', 'doc_gone'].map((document_id) => ({
          document_id,
          org_id: 'org_1',
          operation: document_id === 'doc_gone' ? ('delete' as const) : ('upsert' as const),
          bulk: false,
        })),
      )
      .execute();
    const message = { monitor_id: 'mon_1', run_id: '1', event: 'run.completed', body: '{}' };
    await builder
      .insertInto('webhook_outbox')
      .values([
        { ...message, id: 'msg_new', status: 'pending', created_at: ago(20), due_at: null },
        { ...message, id: 'msg_due', status: 'pending', created_at: ago(800), due_at: ago(60) },
        { ...message, id: 'msg_later', status: 'pending', created_at: ago(800), due_at: ago(-60) },
        { ...message, id: 'msg_done', status: 'delivered', created_at: ago(800), due_at: ago(700) },
      ])
      .execute();
    const source = { org_id: 'org_1', cadence: '1h', cadence_seconds: 3_600, max_pages: 10, created_at: ago(90_000) };
    await builder
      .insertInto('sources')
      .values([
        { ...source, id: 'src_well', url: 'https://a.example/1', scheduled_at: NOW, last_polled_at: ago(7_100) },
        { ...source, id: 'src_late', url: 'https://a.example/2', scheduled_at: NOW, last_polled_at: ago(7_300) },
        { ...source, id: 'src_never', url: 'https://a.example/3', scheduled_at: NOW, last_polled_at: null },
        { ...source, id: 'src_gone', url: 'https://a.example/4', scheduled_at: NOW, deleted_at: NOW },
      ])
      .execute();
    lag = await readLag({ database: scratch.database, clock, timeScale: 1 });
  });
  after(() => scratch.drop());

  const waits: Array<[what: string, expected: GaugeValues]> = [
    ['agent runs', { agent_runs_pending: 2, agent_runs_running: 1, agent_runs_lag_seconds: 90 }],
    ['changes of documents', { index_outbox_rows: 3, index_lag_seconds: 40 }],
    ['webhooks that are due', { webhooks_due: 2, webhook_lag_seconds: 60 }],
    ['sources that are not polled', { sources_late: 2 }],
    ['credits of all organizations', { credits_balance: 150, credits_held: 10 }],
  ];
  for (const [what, expected] of waits) {
    it(`is reported for ${what}`, () => {
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, lag[name]])), expected);
    });
  }

  it('has a description for each of its values', () => {
    const [first] = backlogGauges({ database: scratch.database, clock, timeScale: 1 });
    assert.deepEqual(Object.keys(lag).toSorted(), Object.keys(first?.help ?? {}).toSorted());
  });

  it('is late sooner with a time scale', async () => {
    const { sources_late: late } = await readLag({ database: scratch.database, clock, timeScale: 10 });
    assert.equal(late, 3);
  });
});
