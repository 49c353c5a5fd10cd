import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { cpuSecondsByPart, cpuShares } from '../harness/cpu.ts';
import { quantile, withService, milliseconds, type BenchService } from '../harness/service.ts';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';

const DOCUMENTS = 10_000;
const BATCH = 1_000;
const MONITORS = 1_000;
const REQUESTS = 10;
const CREATED_AT_ONCE = 10;
const HOUR_MS = 3_600_000;
// Share of an hourly period.
const JITTER_MS = HOUR_MS / 10;
const WATCHED_MS = 300_000;
// The number of monitors whose period has started and whose run has not, at any time, if anchors are spread over the
// hour.
const IN_JITTER = MONITORS * (JITTER_MS / HOUR_MS);
// Time in which the service sends the new anchors to the server.
const TOLD_WITHIN_MS = 120_000;
// The other monitors, whose periods begin after those five minutes and not within the time since their creation: the
// server would catch up a period that a new anchor places there.
const STEP_MS = HOUR_MS / 2 / (MONITORS - IN_JITTER);
const POLL_MS = 500;

interface Run {
  run_id: string;
  status: string;
  started_at: string;
  completed_at: string;
}

/** The time at which a run was due, jitter included, and its row if it has ended. */
interface Due {
  dueAt: number;
  run: Run | undefined;
}

/**
 * A thousand hourly monitors of ten searches in real time: their first runs, which their creation requests at once,
 * then five minutes of an hour over which they are spread.
 */
export async function benchHourlyMonitors(): Promise<string[]> {
  return withService(
    async (service) => {
      for (let first = 0; first < DOCUMENTS; first += BATCH)
        await service.post('/v1/documents', { documents: documentsFrom(first, BATCH) });
      const { ids, line } = await createAll(service);
      await spread(service);
      return [line, ...(await watch(service, ids))];
    },
    { QUARRY_MONITORS_PER_ORGANIZATION: String(MONITORS) },
  );
}

async function createAll(service: BenchService): Promise<{ ids: string[]; line: string }> {
  const ids: string[] = [];
  const startedAt = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < MONITORS) ids.push(await create(service, next++));
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, lane));
  const createdAt = performance.now();
  for (const id of ids) while ((await runsOf(service, id)).length === 0) await sleep(POLL_MS);
  const endedAt = performance.now();
  return {
    ids,
    line: `${MONITORS} monitors of ${REQUESTS} searches created in ${seconds(createdAt - startedAt)}, ${CREATED_AT_ONCE} at once; the last of their first runs had ended ${seconds(endedAt - createdAt)} later`,
  };
}

async function create(service: BenchService, n: number): Promise<string> {
  const requests = Array.from({ length: REQUESTS }, (_, k) => ({ query: queryOf(n * REQUESTS + k) }));
  const { monitor } = (await service.post('/v1/monitors', { cadence: '1h', search_requests: requests })) as {
    monitor: { monitor_id: string };
  };
  return monitor.monitor_id;
}

const runsOf = async (service: BenchService, id: string) =>
  ((await service.get(`/v1/monitors/${id}/runs`)) as { runs: Run[] }).runs;

/**
 * Writes the anchors into the database, as if the monitors had been created over an hour: no interface spreads them
 * faster. Those that would be within their jitter now start their period together, so runs fall due at the same steady
 * rate as in every other five minutes.
 */
async function spread({ folder }: BenchService): Promise<void> {
  const database = new pg.Client({
    connectionString: `postgresql://quarry@localhost/postgres?host=${encodeURIComponent(join(folder, 'postgres', 'socket'))}`,
  });
  await database.connect();
  const firstPeriodAt = Math.ceil((Date.now() + TOLD_WITHIN_MS) / 1_000) * 1_000;
  await database.query(
    `with numbered as (select id, row_number() over (order by id) - 1 as n from monitors)
     update monitors m set revision = revision + 1, updated_at = now() - interval '1 minute',
       anchor_at = to_timestamp($1::float8 / 1000) - interval '1 hour'
         + case when n < $2 then interval '0' else interval '1 second' * floor((n - $2) * $3::float8 / 1000 + $4::float8 / 1000) end
     from numbered where numbered.id = m.id`,
    [firstPeriodAt, IN_JITTER, STEP_MS, JITTER_MS],
  );
  for (;;) {
    const { rows } = await database.query<{ left: string }>(
      'select count(*) as left from monitors where scheduled_revision is distinct from revision',
    );
    if (rows[0]?.left === '0') break;
    if (Date.now() > firstPeriodAt) throw new Error(`${rows[0]?.left} schedules were not told in time`);
    await sleep(POLL_MS);
  }
  await database.end();
  await sleep(firstPeriodAt - Date.now());
}

async function watch(service: BenchService, ids: readonly string[]): Promise<string[]> {
  const fromMs = Date.now();
  const pid = service.child.pid ?? 0;
  const before = cpuSecondsByPart(pid);
  await sleep(WATCHED_MS);
  const untilMs = Date.now();
  const shares = cpuShares(before, cpuSecondsByPart(pid), untilMs - fromMs);
  const due = await dueBetween(service, ids, fromMs, untilMs);
  const started = due.flatMap(({ dueAt, run }) => (run ? [{ lateMs: Date.parse(run.started_at) - dueAt, run }] : []));
  const late = started.map(({ lateMs }) => lateMs).toSorted((one, other) => one - other);
  const took = started
    .map(({ run }) => Date.parse(run.completed_at) - Date.parse(run.started_at))
    .toSorted((one, other) => one - other);
  const completed = started.filter(({ run }) => run.status === 'completed').length;
  const backlog = due.filter(({ run }) => !run || Date.parse(run.completed_at) > untilMs).length;
  return [
    `in ${WATCHED_MS / 60_000} minutes of true time ${due.length} runs fell due: ${completed} completed, ${backlog} not ended by then (target 0)`,
    `a run began p50 ${milliseconds(quantile(late, 0.5))}, at most ${milliseconds(late.at(-1) ?? Number.NaN)} after it was due, jitter included; it took p50 ${milliseconds(quantile(took, 0.5))}, at most ${milliseconds(took.at(-1) ?? Number.NaN)}`,
    `CPU meanwhile, of one core: ${shares}`,
  ];
}

/** Due times by the server's jitter for each monitor, and the API's data a moment after the end. */
async function dueBetween(
  service: BenchService,
  ids: readonly string[],
  fromMs: number,
  untilMs: number,
): Promise<Due[]> {
  const connection = await Connection.connect({
    address: (await readFile(join(service.folder, 'temporal', 'address'), 'utf8')).trim(),
  });
  const schedules = new Client({ connection }).schedule;
  const due: Due[] = [];
  for (const id of ids) {
    const { info } = await schedules.getHandle(id).describe();
    const moments = [...info.recentActions.map(({ scheduledAt }) => scheduledAt), ...info.nextActionTimes].map((at) =>
      at.getTime(),
    );
    for (const dueAt of moments.filter((at) => at >= fromMs && at < untilMs))
      due.push({ dueAt, run: (await runsOf(service, id)).find((run) => Date.parse(run.started_at) >= dueAt) });
  }
  await connection.close();
  return due;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
