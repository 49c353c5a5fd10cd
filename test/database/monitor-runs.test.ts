import assert from 'node:assert/strict';
import { auditLedger } from '../../services/billing/audit.ts';
import { createPurge } from '../../services/retention/purge.ts';
import { liveRunState } from '../../services/monitors/schedule/run-state.ts';
import { withNextRun } from '../../services/monitors/schedule/next-run.ts';
import { findMonitors } from '../../services/monitors/storage/stored-monitors.ts';
import { createExpireFingerprints } from '../../services/retention/expire-fingerprints.ts';
import { searchBatch } from '../../services/monitors/run/search-batch.ts';
import { createReadRuns } from '../../services/monitors/records/read-runs.ts';
import { createReadRecords } from '../../services/monitors/records/read-records.ts';
import { monitorRunOperations, type MonitorRunServices } from '../../api/operations/endpoints/monitor-runs.ts';
import { ListSuppressedQuery } from '../../api/operations/requests/monitor-lists.ts';
import { parseRequest } from '../../api/operations/calls/parse-request.ts';
import { HOUR_MS, openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

const DAY_MS = 24 * HOUR_MS;
const page = { since: undefined, before: undefined, limit: 100, sort: 'asc', includeContent: true } as const;

describe('runs of monitors in the database', () => {
  let scene: MonitorDatabase;
  beforeEach(async () => (scene = await openMonitorDatabase()));
  afterEach(() => scene.close());

  const postings = async () =>
    (await scene.database.query<{ amount: string }>('select amount from postings where amount < 0')).map(({ amount }) =>
      Number(amount),
    );
  const records = (monitorId: string) => createReadRecords(scene)({ monitorId }, page);
  const titles = async (monitorId: string) => (await records(monitorId)).records.map(({ document }) => document.title);

  it('race: two workflows of one period begin one run', async () => {
    const id = await scene.create();
    const begun = await Promise.all([scene.begin(id, scene.clock.at, true), scene.begin(id, scene.clock.at, true)]);
    assert.equal((await scene.runs()).length, 1);
    assert.deepEqual(begun[0], begun[1]);
  });

  it('race: a run that is ended twice delivers and charges once', async () => {
    scene.found['/one'] = 'The first of all documents says something that nobody has said in so many words before.';
    const id = await scene.create();
    const run = (await scene.begin(id, scene.clock.at, true))?.run ?? '';
    await scene.search(run);
    const ended = await Promise.all([scene.finish(run), scene.finish(run), scene.finish(run)]);
    assert.deepEqual(ended, ['completed', 'completed', 'completed']);
    assert.deepEqual([await postings(), await titles(id)], [[-1], ['/one']]);
    assert.ok((await auditLedger(scene.database)).ok);
  });

  it('begins a scheduled run once a period, and none in the period of the anchor', async () => {
    const id = await scene.create({ status: 'active' });
    await scene.finish((await scene.begin(id, scene.clock.at, true))?.run ?? '');
    assert.equal(await scene.begin(id, new Date(scene.clock.at.getTime() + 1_000)), undefined);
    scene.clock.at = new Date(scene.clock.at.getTime() + HOUR_MS);
    const run = (await scene.begin(id, scene.clock.at))?.run ?? '';
    await scene.finish(run);
    assert.equal(await scene.begin(id, new Date(scene.clock.at.getTime() + 60_000)), undefined);
    assert.equal((await scene.runs()).length, 2);
  });

  it('shows the period of a run that is about to start, slightly in the past, and the next one once it has started', async () => {
    const id = await scene.create();
    await scene.finish((await scene.begin(id, scene.clock.at, true))?.run ?? '');
    const anchorMs = Math.floor(scene.clock.at.getTime() / 1_000) * 1_000;
    const nextRuns = async (lateByMs: number) => {
      scene.clock.at = new Date(anchorMs + HOUR_MS + lateByMs);
      const seen = await withNextRun(
        scene.database,
        await findMonitors(scene.database, scene.orgId, { ...page, name: undefined, status: undefined }),
        { now: scene.clock.at, timeScale: 1 },
      );
      return seen.map(({ nextRunAt }) => ((nextRunAt?.getTime() ?? 0) - anchorMs) / HOUR_MS);
    };
    assert.deepEqual(
      [await nextRuns(-1), await nextRuns(0), await nextRuns(359_999), await nextRuns(360_000)],
      [[1], [1], [1], [2]],
    );
    assert.deepEqual(await nextRuns(120_000), [1]);
    await scene.begin(id, scene.clock.at);
    assert.deepEqual(await nextRuns(180_000), [2]);
  });

  it('shows the next period for a monitor that is resumed while its run would be late', async () => {
    const id = await scene.create({ status: 'paused' });
    scene.clock.at = new Date(scene.clock.at.getTime() + HOUR_MS + 60_000);
    await scene.update(id, { status: 'active' });
    const [seen] = await withNextRun(
      scene.database,
      await findMonitors(scene.database, scene.orgId, { ...page, name: undefined, status: undefined }),
      { now: scene.clock.at, timeScale: 1 },
    );
    assert.ok((seen?.nextRunAt ?? 0) > scene.clock.at);
  });

  it('catches up no past period, and stores a skipped run for the last one', async () => {
    const id = await scene.create();
    const strikes = [1, 2, 3].map((hours) => new Date(scene.clock.at.getTime() + hours * HOUR_MS));
    scene.clock.at = new Date(scene.clock.at.getTime() + 4 * HOUR_MS);
    for (const struck of [...strikes, ...strikes]) assert.equal(await scene.begin(id, struck), undefined);
    const [run, ...others] = await scene.runs();
    assert.deepEqual([run?.status, run?.period_at, others], ['skipped', new Date('2026-03-01T13:00:07.000Z'), []]);
  });

  it('gives the run of a period to one of two workflows', async () => {
    const id = await scene.create();
    scene.clock.at = new Date(scene.clock.at.getTime() + HOUR_MS);
    assert.ok(await scene.begin(id, scene.clock.at));
    // A strike that was made up and came after all.
    assert.equal(await scene.begin(id, new Date(scene.clock.at.getTime() + 1_000)), undefined);
    assert.ok(await scene.begin(id, scene.clock.at));
  });

  it('skips the run of a monitor that was paused meanwhile', async () => {
    const id = await scene.create({ status: 'paused' });
    scene.clock.at = new Date(scene.clock.at.getTime() + HOUR_MS);
    assert.equal(await scene.begin(id, scene.clock.at), undefined);
    const [run] = await scene.runs();
    assert.deepEqual([run?.status, run?.status_reason], ['skipped', 'The monitor was paused.']);
  });

  it('skips a requested run if the monitor is paused before it starts, and only then', async () => {
    const id = await scene.create();
    const asked = scene.clock.at;
    scene.clock.at = new Date(asked.getTime() + 300);
    await scene.update(id, { status: 'paused' });
    await scene.update(id, { status: 'paused' });
    assert.equal(await scene.begin(id, asked, true), undefined);
    const statuses = (await createReadRuns(scene).list(id, page)).runs.map(
      ({ status, statusReason, startedAt, completedAt, requestsTotal }) => ({
        status,
        statusReason,
        startedAt,
        completedAt,
        requestsTotal,
      }),
    );
    const at = scene.clock.at;
    assert.deepEqual(statuses, [
      {
        status: 'skipped',
        statusReason: 'The monitor was paused before the run began.',
        startedAt: at,
        completedAt: at,
        requestsTotal: 1,
      },
    ]);
    await scene.update(id, { status: 'active' });
    assert.equal(await scene.begin(id, asked, true), undefined);
  });

  it('does not skip a started run if its monitor is paused', async () => {
    const id = await scene.create();
    const run = (await scene.begin(id, scene.clock.at, true))?.run ?? '';
    await scene.update(id, { status: 'paused' });
    await scene.search(run);
    await scene.finish(run);
    assert.deepEqual(
      (await scene.runs()).map(({ status }) => status),
      ['completed'],
    );
  });

  it('disables the monitors of a suspended organization', async () => {
    const id = await scene.create();
    await scene.database.query('update organizations set suspended_at = now()');
    assert.equal(await scene.begin(id, scene.clock.at, true), undefined);
    assert.deepEqual(await scene.database.query('select status from monitors'), [{ status: 'disabled' }]);
  });

  it('ends searches that did not run as failed, with the reason', async () => {
    const id = await scene.create();
    assert.equal(await scene.finish((await scene.begin(id, scene.clock.at, true))?.run ?? ''), 'failed');
    assert.deepEqual(await scene.database.query('select status, reason from monitor_run_requests'), [
      { status: 'failed', reason: 'left' },
    ]);
    assert.deepEqual(await postings(), []);
  });

  it('reports that a run is in progress, that none is, and that the scheduler does not respond', async () => {
    const id = await scene.create();
    const run = (await scene.begin(id, scene.clock.at, true))?.run ?? '';
    const never = new Promise<never>(() => {});
    const state = (answers: { monitorRunState?: 'open' | 'closed'; ping?: () => Promise<void> }) =>
      liveRunState(
        {
          ...scene,
          workflows: {
            monitorRunState: async () => answers.monitorRunState ?? never,
            ping: () => answers.ping?.() ?? never,
          },
        },
        id,
      );
    assert.deepEqual(
      [await state({ monitorRunState: 'open' }), await state({ monitorRunState: 'closed' }), await state({})],
      ['running', 'idle', 'unknown'],
    );
    await scene.finish(run);
    assert.deepEqual(
      [await state({ ping: async () => {} }), await state({ ping: async () => Promise.reject(new Error('away')) })],
      ['idle', 'unknown'],
    );
  });

  it('fails a search that became invalid, and one with an internal error', async () => {
    const id = await scene.create({ search_requests: [{ query: 'a' }, { query: 'b' }] });
    await scene.database.query(`update monitor_requests set request = '{"query": ""}' where ordinal = 1`);
    const run = (await scene.begin(id, scene.clock.at, true))?.run ?? '';
    const statuses: unknown[] = [];
    const search = { search: async () => Promise.reject(new Error('a secret of ours')) };
    for (let left = 2; left > 0; scene.clock.at = new Date(scene.clock.at.getTime() + 2_000)) {
      left = (
        await searchBatch(
          { ...scene, search, onError: (error) => void statuses.push(error) },
          run,
          new AbortController().signal,
        )
      ).left;
    }
    assert.equal(await scene.finish(run), 'failed');
    const outcomes = await scene.database.query('select reason, attempts from monitor_run_requests order by ordinal');
    assert.deepEqual(outcomes, [
      { reason: 'The search failed on our side.', attempts: 3 },
      { reason: 'query: is blank', attempts: 1 },
    ]);
    assert.equal(statuses.length, 3);
  });

  it('gives each organization five concurrent batches', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => scene.create()));
    for (const id of ids) await scene.begin(id, scene.clock.at, true);
    await scene.database.query(`update monitor_runs set turn_until = $1 where monitor_id <> $2`, [
      new Date(scene.clock.at.getTime() + 1_000),
      ids[0],
    ]);
    const search = { search: async () => ({ documents: [], warnings: [], allProvidersFailed: false }) };
    const run = `${ids[0]}@${scene.clock.at.toISOString()}`;
    const ask = () => searchBatch({ ...scene, search, onError: assert.fail }, run, new AbortController().signal);
    assert.deepEqual(await ask(), { left: 1, waits: true });
    await scene.database.query(`update monitor_runs set org_id = 'another' where monitor_id = $1`, [ids[1]]);
    assert.deepEqual(await ask(), { left: 0, waits: false });
  });

  it('lists the suppressed documents of a run in pages of at most a thousand', async () => {
    const id = await scene.create();
    const run = (await scene.begin(id, scene.clock.at, true))?.run ?? '';
    await scene.finish(run);
    await scene.database.query(
      `insert into monitor_suppressed (run, ordinal, url, title, reason, duplicate_of, novel_share, created_at)
       select $1, place, 'https://a.example/' || place, repeat('t', 8000), 'same_text', 1, 0, $2 from generate_series(1, 1100) place`,
      [run, scene.clock.at],
    );
    const [{ runId } = { runId: '' }] = (await createReadRuns(scene).list(id, page)).runs;
    const services = {
      monitors: { get: async () => ({ id }) },
      runs: createReadRuns(scene),
      records: createReadRecords(scene),
    } as unknown as MonitorRunServices;
    const suppressed =
      monitorRunOperations(services).find(({ operationId }) => operationId === 'listMonitorRunSuppressed') ??
      assert.fail();
    const ordinals: number[] = [];
    const pages: number[] = [];
    for (let hasMore = true; hasMore;) {
      const query = parseRequest(ListSuppressedQuery, {
        limit: '2000',
        ...(ordinals.length > 0 && { since: String(ordinals.at(-1)) }),
      });
      const statuses = (await suppressed.handle({
        caller: { orgId: scene.orgId },
        params: { monitor_id: id, run_id: runId },
        query,
      } as never)) as { has_more: boolean; suppressed: Array<{ ordinal: number }> };
      pages.push(statuses.suppressed.length);
      ordinals.push(...statuses.suppressed.map(({ ordinal }) => ordinal));
      hasMore = statuses.has_more;
    }
    assert.deepEqual(
      ordinals,
      Array.from({ length: 1_100 }, (_, index) => index + 1),
    );
    // 3.5 MiB hold some 450 of them.
    assert.ok(pages.length === 3 && pages.every((length) => length < 500), pages.join(', '));
  });

  it('shows runs and records for 30 days, purged or not', async () => {
    scene.found['/one'] = 'Nobody has ever said in so many words what this one document says of the matter.';
    const id = await scene.create();
    await scene.run(id);
    const [run] = await scene.runs();
    const runId = String(run?.run_id);
    const reading = createReadRuns(scene);
    scene.clock.at = new Date(scene.clock.at.getTime() + 30 * DAY_MS - 1_000);
    assert.equal((await reading.get(id, runId)).runId, runId);
    assert.equal((await records(id)).records.length, 1);
    scene.clock.at = new Date(scene.clock.at.getTime() + 2_000);
    for (const gone of [runId, '0', '99', 'x', '9223372036854775808'])
      await assert.rejects(reading.get(id, gone), { code: 'NOT_FOUND' });
    assert.deepEqual(
      [await reading.list(id, page), await records(id)],
      [
        { runs: [], hasMore: false },
        { records: [], hasMore: false },
      ],
    );
    await createPurge(scene.database, scene.clock)();
    for (const table of ['monitor_runs', 'monitor_run_requests', 'monitor_records'])
      assert.deepEqual(await scene.database.query(`select * from ${table}`), [], table);
  });

  it('remembers deliveries past their retention; recognizes a reprint for 30 days', async () => {
    const story = 'Wardens of the reserve counted forty burrows with birds in them before the rain set in on Tuesday.';
    scene.found['/original'] = story;
    const id = await scene.create({ cadence: '1h' });
    await scene.run(id);
    scene.clock.at = new Date(scene.clock.at.getTime() + 29 * DAY_MS);
    scene.found['/copy'] = story;
    await scene.run(id);
    assert.deepEqual(await titles(id), ['/original']);
    scene.clock.at = new Date(scene.clock.at.getTime() + 2 * DAY_MS);
    await createPurge(scene.database, scene.clock)();
    await createExpireFingerprints(scene.database, scene.clock)();
    await scene.run(id);
    assert.deepEqual(await titles(id), ['/copy']);
    const memories = await scene.database.query(
      'select body_hash is null as faded from monitor_memory order by record_id',
    );
    assert.deepEqual(memories, [{ faded: true }, { faded: false }]);
  });

  it('does not treat a text on all pages of a site as news', async () => {
    const said = (text: string) =>
      `Hear it read by its author. 5 cups of tea long. ${text} Words are ours and nobody else has them.`;
    const stories = [
      'Otters crossed the causeway at dusk with three cubs in tow.',
      'Badgers dug a new sett under the railway bridge last spring.',
      'Foxes were filmed on the fish quay by a night porter in June.',
    ];
    for (const [at, text] of stories.entries())
      scene.found[`/${at}`] = said(`${text} ${text.toUpperCase().replaceAll(' ', ` ${at} `)}`);
    const plain =
      'The lighthouse keeper kept a diary of every ship that passed the point for forty years. His widow gave it to the library in town last week.';
    scene.found['/plain'] = plain;
    const id = await scene.create();
    await scene.run(id);
    scene.found['/dressed'] = said(plain);
    await scene.run(id);
    assert.deepEqual(await titles(id), ['/0', '/1', '/2', '/plain']);
    assert.deepEqual(await scene.database.query('select title, reason from monitor_suppressed'), [
      { title: '/dressed', reason: 'near_duplicate' },
    ]);
  });

  it('does not treat a footer that a site repeats as news, whatever its length', async () => {
    const footer =
      'Lantern Press is a trading name of Fern & Daughters of Applewick, whose house at 14 Tanner Row has been in the hands of one family since 1909. Every edition is printed on paper from Birchmoor.';
    const stories = [
      'Beavers have dammed the mill stream above the village. Farmers downstream complain about wet meadows. The county looks for a compromise that keeps the animals and the hay.',
      'A night train will link the two capitals again from December. Tickets go on sale in the first week of October. The sleeping cars come from a fleet that was to be scrapped.',
      'The chess club of the valley won the cup for the third time. Its youngest player decided the final with a rook sacrifice. The town hall will put up a plaque for the team.',
    ];
    const plain =
      'The observatory on the hill reopens to visitors after four years of repairs. Its dome turns by hand again, as it did when it was built. Guided tours begin at dusk on clear evenings.';
    for (const [at, text] of stories.entries()) scene.found[`/${at}`] = `${text}\n\n${footer}`;
    scene.found['/plain'] = plain;
    const id = await scene.create();
    await scene.run(id);
    scene.found['/dressed'] = `${plain}\n\n${footer}`;
    await scene.run(id);
    assert.deepEqual(await scene.database.query('select title, reason from monitor_suppressed'), [
      { title: '/dressed', reason: 'near_duplicate' },
    ]);
  });

  it('delivers the fourth update of a story as an update, and not its reprint', async () => {
    const facts = [
      'The ferry Aurora ran aground off Stonehaven at dawn with 212 passengers on board, and two lifeboats were launched.',
      'All passengers were ashore by noon, the coastguard said, and eleven of them were taken to the hospital in Aberdeen.',
      'Divers found a crack of four metres in the hull beside the engine room, and pumps from Dundee are on their way.',
      'The line has cancelled its crossings to Lerwick until Thursday and will pay for the hotels of those who wait.',
      'Inspectors took the voyage recorder of the Aurora to Southampton, where they hope to read it within a week.',
    ];
    const id = await scene.create();
    for (let version = 1; version <= facts.length; version += 1) {
      scene.found[`/${version}`] = facts.slice(0, version).toReversed().join(' ');
      await scene.run(id);
    }
    scene.found['/copy'] = `${scene.found['/5']} Get our letter every evening.`.replace('Inspectors', 'They');
    await scene.run(id);
    assert.deepEqual(await scene.database.query('select novelty from monitor_records order by record_id'), [
      { novelty: 'new' },
      ...facts.slice(1).map(() => ({ novelty: 'update' })),
    ]);
  });

  it('ends a page of records at 3.5 MiB, with at least one record, and loses none', async () => {
    for (let at = 0; at < 90; at += 1) scene.found[`/${at}`] = `${at} ${`page${at} `.repeat(12_000)}`;
    const id = await scene.create({ search_requests: [{ query: 'a', max_results: 100 }] });
    await scene.run(id);
    const seen: string[] = [];
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const { records: found, hasMore } = await createReadRecords(scene)(
        { monitorId: id },
        { ...page, since: seen.at(-1) },
      );
      assert.ok(found.length > 0 && Buffer.byteLength(JSON.stringify(found)) < 4 * 1024 * 1024);
      for (const record of found) assert.ok(Buffer.byteLength(record.content ?? '') <= 64 * 1024);
      seen.push(...found.map(({ recordId }) => recordId));
      more = hasMore;
    }
    assert.deepEqual([seen.length, new Set(seen).size, pages > 1], [90, 90, true]);
  });
});
