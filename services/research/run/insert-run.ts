import { recordCallersChange } from '../../accounts/audit-log.ts';
import { placeHold } from '../../billing/ledger.ts';
import { insufficientCredits } from '../../billing/charge-call.ts';
import type { Sql } from '../../database/database.ts';
import { isId } from '../../core/ids.ts';
import { storable, storableJson } from '../../database/storable.ts';
import { ServiceError } from '../../core/errors.ts';
import { CAPS, type Effort } from '../state/effort.ts';
import type { RunFilters } from '../../../entities/research/agent-run.ts';
import type { StoredOutputSchema } from '../state/stored-output-schema.ts';

/** The options of a new run. */
export interface AgentRunOptions {
  query: string;
  /** Null: the output is text alone. */
  outputSchema: StoredOutputSchema | null;
  effort: Effort;
  /** Limits of its searches. */
  filters: RunFilters;
  /** The run of the same organization that it follows up on. */
  previousRunId?: string | undefined;
}

interface NewRun {
  orgId: string;
  /** Of the key or user that is charged. */
  callerId: string;
  runId: string;
  options: AgentRunOptions;
  /** Limit per organization. */
  runsAtOnce: number;
  /** Whether all organizations together have as many runs as the service accepts. @see isFull */
  isFull: boolean;
  at: Date;
}

/**
 * Accepts a run within the limits of its organization and of the service, and holds its credits. A repeated call with
 * the same id changes nothing.
 *
 * @throws ServiceError RATE_LIMITED, INSUFFICIENT_CREDITS, NOT_FOUND for an unknown previous run
 */
export async function insertRun(sql: Sql, run: NewRun): Promise<void> {
  const { orgId, callerId, runId, options, runsAtOnce, at } = run;
  // Creations of one organization are serialized, so that the count below is exact.
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`agent_runs ${orgId}`]);
  const existing = await sql.builder.selectFrom('agent_runs').select('id').where('id', '=', runId).executeTakeFirst();
  if (existing) return;
  await requirePrevious(sql, orgId, options.previousRunId);
  const ofOrganization = await unfinishedRuns(sql).where('org_id', '=', orgId).executeTakeFirstOrThrow();
  if (Number(ofOrganization.count) >= runsAtOnce) {
    throw new ServiceError(
      'RATE_LIMITED',
      `${runsAtOnce} runs of this organization are in progress, which is its maximum. Try again when one has ended.`,
      { retryAfterSeconds: 10 },
    );
  }
  if (run.isFull) throw busy();
  const amount = CAPS[options.effort].steps;
  const [scope = null, ...others] = options.filters.scopes;
  const chargedFor = { operation: 'createAgentRun', callerId, scope: others.length === 0 ? scope : null };
  const hold = { orgId, businessKey: `${runId}:1`, amount, expiresAt: null, chargedFor };
  const held = await placeHold(sql, hold, at);
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
      filters: isUnfiltered(options.filters) ? null : storableJson(options.filters),
      previous_run_id: options.previousRunId ?? null,
      created_at: at,
    })
    .execute();
  await recordCallersChange(sql, { orgId, action: 'run.create', subjectId: runId, detail: options.effort, at });
}

const isUnfiltered = ({ from, to, metadata = null, ...lists }: RunFilters) =>
  Object.values(lists).every((list) => list.length === 0) && from === null && to === null && metadata === null;

async function requirePrevious({ builder }: Sql, orgId: string, runId: string | undefined): Promise<void> {
  if (runId === undefined) return;
  const previous = !isId('run', runId)
    ? undefined
    : await builder
        .selectFrom('agent_runs')
        .select('id')
        .where('id', '=', runId)
        .where('org_id', '=', orgId)
        .executeTakeFirst();
  if (previous) return;
  throw new ServiceError('NOT_FOUND', 'No run of this organization has this id.', { param: 'previous_run_id' });
}

// Limit of all organizations together. Two concurrent creations may both take the last place, which is harmless.
const MOST_UNFINISHED = 100;

/** Whether no organization can start a further run. */
export async function isFull(background: Sql): Promise<boolean> {
  const ofAll = await unfinishedRuns(background).executeTakeFirstOrThrow();
  return Number(ofAll.count) >= MOST_UNFINISHED;
}

function busy(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    'The service already works on its maximum number of runs. Try again in a moment.',
    { retryAfterSeconds: 10 },
  );
}

function unfinishedRuns({ builder }: Sql) {
  return builder
    .selectFrom('agent_runs')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', 'in', ['pending', 'running']);
}
