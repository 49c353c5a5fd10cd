import assert from 'node:assert/strict';
import { recordToWire } from '../../api/operations/responses/monitor-records.ts';
import { monitorToWire } from '../../api/operations/responses/monitors.ts';
import { createReadRecords } from '../../services/monitors/records/read-records.ts';
import { findMonitor } from '../../services/monitors/storage/stored-monitors.ts';
import { openMonitorDatabase, PUBLISHED, type MonitorDatabase } from './monitor-scene.ts';

const GIVEN = { tier: ' BASE ', query: ' heron ', max_results: 400, fields: { content: true }, from_date: null };

// A release reads what earlier ones have stored, and an earlier one what a later one stores while both run.
describe('the stored JSON of a monitor', () => {
  let scene: MonitorDatabase;
  let monitorId: string;
  before(async () => {
    scene = await openMonitorDatabase();
    scene.found['/heron'] = 'A grey heron has been standing in the shallow water of the lake since the morning.';
    monitorId = await scene.create({ search_requests: [GIVEN] });
    await scene.run(monitorId);
  });
  after(() => scene.close());

  const only = async (sql: string) => {
    const rows = await scene.database.query<Record<string, unknown>>(sql, [monitorId]);
    assert.equal(rows.length, 1);
    return rows[0] ?? {};
  };

  it('is a search as the client sent it', async () => {
    const { request } = await only('select request from monitor_requests where monitor_id = $1');
    assert.deepEqual(request, GIVEN);
  });

  it('is a document with the fields of the interface, and the searches that found it', async () => {
    const { id } = await only('select id from monitor_requests where monitor_id = $1');
    assert.deepEqual(await only('select document, matched_requests from monitor_records where monitor_id = $1'), {
      document: { url: 'https://a.example/heron', title: '/heron', published_date: PUBLISHED, snippets: [] },
      matched_requests: [{ request_id: id, query: GIVEN.query }],
    });
  });

  it('is returned with the same fields', async () => {
    const { id } = await only('select id from monitor_requests where monitor_id = $1');
    const page = { limit: 10, sort: 'asc', includeContent: true } as const;
    const { records } = await createReadRecords(scene)({ monitorId }, page);
    assert.deepEqual(
      records.map((record) => recordToWire(record).search_result),
      [
        {
          document: {
            url: 'https://a.example/heron',
            title: '/heron',
            snippets: [],
            published_date: PUBLISHED,
            content: scene.found['/heron'],
          },
          matched_requests: [{ query: GIVEN.query, request_id: id }],
        },
      ],
    );
    const monitor = (await findMonitor(scene.database, scene.orgId, monitorId)) ?? assert.fail();
    assert.deepEqual(monitorToWire(monitor).search_requests, [
      { request_id: id, request: GIVEN, consecutive_failures: 0, last_success_at: scene.clock.at.toISOString() },
    ]);
  });
});
