import { setTimeout as sleep } from 'node:timers/promises';
import { withService, milliseconds, quantile, timings, type BenchService } from '../harness/service.ts';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';

const DOCUMENTS = 10_000;
const BATCH = 1_000;
const REQUESTS = 1_000;
// The index folds in the last documents within five seconds without writes.
const INDEX_SETTLES_MS = 8_000;
const POLL_MS = 250;
const READS = 20;

interface Run {
  run_id: string;
  status: string;
  started_at: string;
  completed_at: string;
  record_count: number;
}

/**
 * One monitor of 1,000 searches over 10,000 documents of its organization: its first run, a run with nothing new, and
 * reading its records.
 */
export async function benchMonitors(): Promise<string[]> {
  return withService(async (service) => {
    for (let first = 0; first < DOCUMENTS; first += BATCH)
      await service.post('/v1/documents', { documents: documentsFrom(first, BATCH) });
    await sleep(INDEX_SETTLES_MS);
    const requests = Array.from({ length: REQUESTS }, (_, n) => ({ query: queryOf(n) }));
    const { monitor } = (await service.post('/v1/monitors', { cadence: '366d', search_requests: requests })) as {
      monitor: { monitor_id: string };
    };
    const path = `/v1/monitors/${monitor.monitor_id}`;
    const first = await endedRun(service, path, 1);
    await service.post(`${path}/trigger`, {});
    const second = await endedRun(service, path, 2);
    const whole = await readRecords(service, `${path}/records?limit=1000`);
    const bare = await readRecords(service, `${path}/records?limit=1000&include_content=false`);
    return [
      `first run of ${REQUESTS} searches over ${DOCUMENTS} documents: ${seconds(first)}, ${first.record_count} records (target 60 s)`,
      `second run, nothing new: ${seconds(second)}, ${second.record_count} records (target 45 s)`,
      `GET …/records with content, as by default: ${whole} (target 100 ms)`,
      `GET …/records without content: ${bare} (target 100 ms)`,
    ];
  });
}

/** Pages are also limited in bytes, so the number of records of each is shown. */
async function readRecords(service: BenchService, path: string): Promise<string> {
  const { records } = (await service.get(path)) as { records: unknown[] };
  const reads = await timings(READS, () => service.get(path));
  const kibibytes = Math.round(Buffer.byteLength(JSON.stringify(records)) / 1_024);
  return `${records.length} records of ${kibibytes} KiB, p50 ${milliseconds(quantile(reads, 0.5))}, p95 ${milliseconds(quantile(reads, 0.95))}`;
}

async function endedRun(service: BenchService, path: string, count: number): Promise<Run> {
  for (;;) {
    const { runs } = (await service.get(`${path}/runs`)) as { runs: Run[] };
    if (runs.length >= count && runs[0]) return runs[0];
    await sleep(POLL_MS);
  }
}

const seconds = ({ started_at, completed_at, status }: Run) =>
  `${status} in ${((Date.parse(completed_at) - Date.parse(started_at)) / 1_000).toFixed(1)} s`;
