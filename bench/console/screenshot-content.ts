import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../../cli/operator/with-database.ts';
import type { BenchService } from '../harness/service.ts';

/** Base address of the guide's pages in the pictures. */
export const GUIDE = 'https://docs.example.com/quarry';

const NEWS = [
  'Storm petrels returned to the harbour wall on Tuesday night after an absence of eleven years. Wardens counted forty burrows with birds in them before the rain set in.',
  'Storm petrels of the northern colony were ringed by volunteers last weekend; two hundred birds now carry a number from the observatory.',
  'A ferry to the island of the storm petrels runs again from June on. It takes forty passengers, and leaves the harbour at dusk.',
  'The harbour council has closed its wall to anglers until the storm petrels have raised their young in September.',
  'Rats that came ashore from a trawler had taken the last storm petrels of the harbour. Bait has been laid every spring since then.',
];
const REPRINTED_AFTER = 3;
const POLL_MS = 100;

interface Found {
  url: string;
  title: string;
  text: string;
}

/**
 * Creates a monitor with runs that delivered, one that suppressed a reprint, and runs that found nothing. Returns its
 * id.
 */
export async function fillMonitor(service: BenchService): Promise<string> {
  const index = (documents: Found[]) => service.post('/v1/documents', { documents });
  const story = (place: number): Found => ({
    url: `https://news.example.com/harbour/${place + 1}`,
    title: `Storm petrels, part ${place + 1}`,
    text: NEWS[place] ?? '',
  });
  await index([story(0)]);
  const { monitor } = (await service.post('/v1/monitors', {
    name: 'Storm petrels',
    cadence: '6h',
    search_requests: [{ query: 'storm petrels harbour' }, { query: 'storm petrels' }],
    webhook: { url: 'https://hooks.example.com/quarry', status: 'disabled' },
  })) as { monitor: { monitor_id: string } };
  const path = `/v1/monitors/${monitor.monitor_id}`;
  await idle(service, path, 1);
  for (let run = 2; run <= NEWS.length * 2; run += 1) {
    if (run % 2 === 0 && run / 2 < NEWS.length) await index([story(run / 2)]);
    if (run === REPRINTED_AFTER * 2) {
      const text = `${NEWS[0]} Nobody had expected them so early.`;
      await index([{ ...story(0), url: 'https://copy.example.org/petrels', title: 'They are back', text }]);
    }
    await service.post(`${path}/trigger`, {});
    await idle(service, path, run);
  }
  await index([
    { ...story(0), url: 'https://gazette.example.net/birds', title: 'Petrels on the wall', text: NEWS[0] ?? '' },
  ]);
  await service.post(`${path}/trigger`, {});
  await idle(service, path, NEWS.length * 2 + 1);
  return monitor.monitor_id;
}

async function idle({ get }: BenchService, path: string, ended: number): Promise<void> {
  for (;;) {
    const { run_state: state } = (await get(path)) as { run_state: string };
    const { runs } = (await get(`${path}/runs`)) as { runs: unknown[] };
    if (state === 'idle' && runs.length >= ended) return;
    await sleep(POLL_MS);
  }
}

/** Spreads the charges over the last month: all charges of a new service are of one day. */
export async function fillUsage(folder: string): Promise<void> {
  process.env.QUARRY_DATA_DIR = folder;
  await withDatabase(async (database) => {
    await database.query(
      `insert into postings (org_id, amount, business_key, created_at, operation, caller_id, scope)
       select org_id, amount * (1 + (extract(day from day)::int * 7) % 9), business_key || ' ' || day::date, day, operation, caller_id, scope
         from postings, generate_series(now() - interval '29 days', now() - interval '1 day', interval '1 day') as day
        where amount < 0`,
    );
  });
}
