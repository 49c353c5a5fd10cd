import type { ChargedFor } from '../../billing/charged-for.ts';
import { placeHold } from '../../billing/ledger.ts';
import type { Sql } from '../../database/database.ts';
import { CAPS, type Effort } from './effort.ts';

export interface FailedRun {
  id: string;
  orgId: string;
  effort: Effort;
  /** The failed attempt, from 1. */
  attempt: number;
}

// Sets aside written reports, failed reads and their notes, because the cause of the failure may be gone. They keep
// their numbers among the run's events.
const SET_ASIDE = `update agent_steps set step = step || ' of attempt ' || $2::int
  where run_id = $1 and (step in ('write', 'verify') or (kind = 'read' and result->>'status' = 'error')
    or (kind = 'note' and result->>'url' = ''))`;

/**
 * Resumes a failed run after an operator's reset, with a new hold: the only transition from a terminal state
 * (docs/rules.md#agent-runs). The caller holds the lock of the run's row.
 *
 * @returns whether the balance covered the hold
 */
export async function resumeRun(sql: Sql, { id, orgId, effort, attempt }: FailedRun, at: Date): Promise<boolean> {
  const next = attempt + 1;
  const chargedFor = await chargedForRun(sql, id);
  const hold = { orgId, businessKey: `${id}:${next}`, amount: CAPS[effort].steps, expiresAt: null, chargedFor };
  if ((await placeHold(sql, hold, at)) !== 'placed') return false;
  await sql.builder
    .updateTable('agent_runs')
    .set({
      status: 'running',
      stop_reason: null,
      completed_at: null,
      error_code: null,
      error_message: null,
      cost: null,
      warnings: null,
      started_at: at,
      attempt: next,
    })
    .where('id', '=', id)
    .execute();
  await sql.query(SET_ASIDE, [id, attempt]);
  await sql.builder.deleteFrom('pages').where('reader_id', '=', id).where('error_code', 'is not', null).execute();
  return true;
}

/** The charge of its first attempt. */
async function chargedForRun({ builder }: Sql, runId: string): Promise<ChargedFor | undefined> {
  const first = await builder
    .selectFrom('holds')
    .select(['operation', 'caller_id', 'scope'])
    .where('business_key', '=', `${runId}:1`)
    .executeTakeFirst();
  if (!first || first.operation === null) return undefined;
  return { operation: first.operation, callerId: first.caller_id, scope: first.scope };
}
