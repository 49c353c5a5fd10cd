import { placeHold } from '../../billing/ledger.ts';
import { insufficientCredits } from '../../billing/meter.ts';
import type { Sql } from '../../database/database.ts';
import { storable, storableJson } from '../../database/storable.ts';
import { ServiceError } from '../../core/errors.ts';
import { CAPS, type Effort } from '../state/effort.ts';
import type { StoredOutputSchema } from '../state/stored-output-schema.ts';

/** The options of a new run. */
export interface AgentRunOptions {
  query: string;
  /** Null: the output is text alone. */
  outputSchema: StoredOutputSchema | null;
  effort: Effort;
}

interface NewRun {
  orgId: string;
  runId: string;
  options: AgentRunOptions;
  /** Limit per organization. */
  runsAtOnce: number;
  at: Date;
}

/**
 * Accepts a run within the limits of its organization and of the service, and holds its credits. A repeated call with
 * the same id changes nothing.
 *
 * @throws ServiceError RATE_LIMITED, INSUFFICIENT_CREDITS
 */
export async function insertRun(sql: Sql, { orgId, runId, options, runsAtOnce, at }: NewRun): Promise<void> {
  // Creations of one organization are serialized, so that the count below is exact.
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`agent_runs ${orgId}`]);
  const existing = await sql.builder.selectFrom('agent_runs').select('id').where('id', '=', runId).executeTakeFirst();
  if (existing) return;
  const ofOrganization = await unfinishedRuns(sql).where('org_id', '=', orgId).executeTakeFirstOrThrow();
  if (Number(ofOrganization.count) >= runsAtOnce) {
    throw new ServiceError(
      'RATE_LIMITED',
      `${runsAtOnce} runs of this organization are running; wait for one to end.`,
      { retryAfterSeconds: 10 },
    );
  }
  await requireRoom(sql);
  const amount = CAPS[options.effort].steps;
  const held = await placeHold(sql, { orgId, businessKey: `${runId}:1`, amount, expiresAt: null }, at);
  if (held === 'insufficient') throw insufficientCredits(amount);
  await sql.builder
    .insertInto('agent_runs')
    .values({
      id: runId,
      org_id: orgId,
      status: 'pending',
      query: storable(options.query),
      output_schema: options.outputSchema ? storableJson(options.outputSchema) : null,
      effort: options.effort,
      created_at: at,
    })
    .execute();
}

// Limit of all organizations together. Two concurrent creations may both take the last place, which is harmless.
const MOST_UNFINISHED = 100;

async function requireRoom(sql: Sql): Promise<void> {
  const ofAll = await unfinishedRuns(sql).executeTakeFirstOrThrow();
  if (Number(ofAll.count) < MOST_UNFINISHED) return;
  throw new ServiceError(
    'RATE_LIMITED',
    'The service is busy with as many runs as it works on at once; try again in a moment.',
    { retryAfterSeconds: 10 },
  );
}

function unfinishedRuns({ builder }: Sql) {
  return builder
    .selectFrom('agent_runs')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', 'in', ['pending', 'running']);
}
