import type { Sql } from '../../database/database.ts';
import { PAGES_FROM } from '../searches/store-requests.ts';

/** How many searches and pages of a run have succeeded and failed. */
export interface SearchCounts {
  ok: number;
  failed: number;
}

/** Requests without an outcome count as failed; an attempted one keeps the reason of its last failure. */
export async function failUnfinished(
  { builder }: Sql,
  { run, reason, now }: { run: string; reason: string; now: Date },
): Promise<void> {
  await builder
    .updateTable('monitor_run_requests')
    .set((search) => ({
      status: 'failed',
      completed_at: now,
      reason: search.case().when('reason', '=', '').then(reason).else(search.ref('reason')).end(),
    }))
    .where('run', '=', run)
    .where('status', 'is', null)
    .execute();
}

export async function countOutcomes({ builder }: Sql, run: string): Promise<SearchCounts> {
  const counted = await builder
    .selectFrom('monitor_run_requests')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('status', '=', 'ok').as('ok'),
      fn.countAll<string>().filterWhere('status', '=', 'failed').as('failed'),
    ])
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  return { ok: Number(counted.ok), failed: Number(counted.failed) };
}

/** How many pages a run has. */
export async function countPages({ builder }: Sql, run: string): Promise<number> {
  const { pages } = await builder
    .selectFrom('monitor_run_requests')
    .select(({ fn }) => fn.countAll<string>().as('pages'))
    .where('run', '=', run)
    .where('ordinal', '>=', PAGES_FROM)
    .executeTakeFirstOrThrow();
  return Number(pages);
}

/** How many searches, or pages, of a run have no outcome yet. */
export async function countPending({ builder }: Sql, run: string, of: 'searches' | 'pages'): Promise<number> {
  const { pending } = await builder
    .selectFrom('monitor_run_requests')
    .select(({ fn }) => fn.countAll<string>().as('pending'))
    .where('run', '=', run)
    .where('status', 'is', null)
    .where('ordinal', of === 'pages' ? '>=' : '<', PAGES_FROM)
    .executeTakeFirstOrThrow();
  return Number(pending);
}

const LONGEST_REASON = 500;

/** Empty if all requests succeeded; otherwise their number and the reason of the first failure. */
export async function failureReason(sql: Sql, run: string, { ok, failed }: SearchCounts): Promise<string> {
  if (failed === 0 && ok > 0) return '';
  const total = ok + failed;
  const pages = await countPages(sql, run);
  const searchesAndPages = pages === total ? 'pages' : 'searches and pages';
  const first = await sql.builder
    .selectFrom('monitor_run_requests')
    .select('reason')
    .where('run', '=', run)
    .where('status', '=', 'failed')
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
  return `${failed} of ${total} ${pages === 0 ? 'searches' : searchesAndPages} failed. ${first?.reason ?? ''}`
    .slice(0, LONGEST_REASON)
    .trim();
}
