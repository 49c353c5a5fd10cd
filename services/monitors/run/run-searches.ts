import type { Sql } from '../../database/database.ts';

/** How many searches of a run have succeeded and failed. */
export interface SearchCounts {
  ok: number;
  failed: number;
}

/** Searches without an outcome count as failed; an attempted one keeps the reason of its last failure. */
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

const LONGEST_REASON = 500;

/** Empty if all searches succeeded; otherwise their number and the reason of the first failure. */
export async function failureReason({ builder }: Sql, run: string, { ok, failed }: SearchCounts): Promise<string> {
  if (failed === 0 && ok > 0) return '';
  const first = await builder
    .selectFrom('monitor_run_requests')
    .select('reason')
    .where('run', '=', run)
    .where('status', '=', 'failed')
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
  return `${failed} of ${ok + failed} searches failed. ${first?.reason ?? ''}`.slice(0, LONGEST_REASON).trim();
}
