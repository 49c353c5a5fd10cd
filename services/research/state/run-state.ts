import type { RunCost, RunFilters, RunWarning, STOP_REASONS } from '../../../entities/research/agent-run.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { ResponseFormat } from '../../structured/schema/response-format.ts';
import { settleHold } from '../../billing/ledger.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import { storable, storableJson } from '../../database/storable.ts';
import { CAPS, DEPTHS, type Effort } from './effort.ts';
import { resumeRun } from './resume-run.ts';
import { outputFormat, type StoredOutputSchema } from './stored-output-schema.ts';

/** PostgreSQL channel for the id of each run that ends. */
export const RUN_ENDED = 'agent_run_ended';

export type StopReason = (typeof STOP_REASONS)[number];

export interface Outcome {
  status: 'completed' | 'failed' | 'cancelled';
  stopReason: StopReason;
  output?: { text: string; structured: unknown; grounding: unknown[]; sources: Array<{ id: number; url: string }> };
  error?: { code: string; message: string };
}

/** The request of a run, unchanged since its creation. */
export interface RunRequest {
  orgId: string;
  query: string;
  effort: Effort;
  filters: RunFilters;
  previousRunId: string | undefined;
  /** Requested output besides the text. */
  format: ResponseFormat;
}

export interface RunStart {
  /** Whether this is the first start, so that no step can be complete. */
  isNew: boolean;
  maxSteps: number;
  wallClockMs: number;
  rounds: number;
}

/** A run in a terminal state. */
export interface TerminalRun {
  ended: Outcome['status'];
}

/** The state transitions of a run, each one conditional UPDATE. @see docs/rules.md#agent-runs */
export interface RunTransitions {
  /**
   * Starts the work on a `pending` run, or on a `failed` one after an operator's reset. Undefined if the run is gone.
   */
  begin(runId: string): Promise<RunStart | TerminalRun | undefined>;
  /** Ends a run once. A run in a terminal state is unchanged. Returns whether this call ended it. */
  finish(runId: string, outcome: Outcome): Promise<boolean>;
  /** The request and the status of a run; undefined if it is gone. */
  read(runId: string): Promise<(RunRequest & { status: string }) | undefined>;
}

export interface RunTransitionsDeps {
  database: Database;
  clock: Clock;
  /** Counts the charge of a run once it is committed. Absent: charges are not counted. */
  charged?: ((operation: string, credits: number) => void) | undefined;
}

/** The operation of a run's charges, in the metrics. */
export const RUN_OPERATION = 'agentRun';

export function createRunTransitions({ database, clock, charged }: RunTransitionsDeps): RunTransitions {
  return {
    begin: (runId) => database.transaction((sql) => begin(sql, runId, clock.now())),

    async finish(runId, outcome) {
      const credits = await database.transaction((sql) => finish(sql, runId, outcome, clock.now()));
      if (credits) charged?.(RUN_OPERATION, credits);
      return credits !== undefined;
    },

    async read(runId) {
      const run = await database.builder
        .selectFrom('agent_runs')
        .select(['org_id', 'status', 'query', 'effort', 'output_schema', 'filters', 'previous_run_id'])
        .where('id', '=', runId)
        .executeTakeFirst();
      return run && { ...requestOf(run), status: run.status };
    },
  };
}

/** The columns of a run that hold its request. */
export type RequestRow = ColumnsOf<
  'agent_runs',
  'org_id' | 'query' | 'effort' | 'output_schema' | 'filters' | 'previous_run_id'
>;

async function begin(sql: Sql, runId: string, at: Date): Promise<RunStart | TerminalRun | undefined> {
  const run = await sql.builder
    .selectFrom('agent_runs')
    .select(['org_id', 'status', 'effort', 'attempt'])
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  if (!run) return undefined;
  if (run.status === 'completed' || run.status === 'cancelled') return { ended: run.status };
  const caps = CAPS[run.effort];
  const failed = { id: runId, orgId: run.org_id, effort: run.effort, attempt: run.attempt };
  if (run.status === 'failed' && !(await resumeRun(sql, failed, at))) return { ended: 'failed' };
  if (run.status === 'pending') {
    await sql.builder
      .updateTable('agent_runs')
      .set({ status: 'running', started_at: at })
      .where('id', '=', runId)
      .execute();
  }
  return {
    isNew: run.status === 'pending',
    maxSteps: caps.steps,
    wallClockMs: caps.wallClockMs,
    rounds: DEPTHS[run.effort].rounds,
  };
}

/** The filters of a request that sets none. */
export const NO_FILTERS: RunFilters = { includeDomains: [], excludeDomains: [], from: null, to: null, scopes: [] };

export function requestOf(run: RequestRow): RunRequest {
  // Its call was refused unless the format was valid.
  const given = run.output_schema as StoredOutputSchema | null;
  return {
    orgId: run.org_id,
    query: run.query,
    effort: run.effort,
    filters: run.filters ?? NO_FILTERS,
    previousRunId: run.previous_run_id ?? undefined,
    format: outputFormat(given),
  };
}

/** Returns the credits that the run was charged; undefined if it had ended before. */
async function finish(
  sql: Sql,
  runId: string,
  { status, stopReason, output, error }: Outcome,
  at: Date,
): Promise<number | undefined> {
  const run = await sql.builder
    .updateTable('agent_runs')
    .set({
      status,
      stop_reason: stopReason,
      completed_at: at,
      text: output ? storable(output.text) : null,
      structured: jsonOrNull(output?.structured),
      grounding: jsonOrNull(output?.grounding),
      sources: jsonOrNull(output?.sources),
      error_code: error?.code ?? null,
      error_message: error?.message ?? null,
    })
    .where('id', '=', runId)
    .where('status', 'in', ['pending', 'running'])
    .returning(['attempt', 'effort'])
    .executeTakeFirst();
  if (!run) return undefined;
  const credits = await settleRun(sql, { runId, ...run, status }, at);
  await sql.query('select pg_notify($1, $2)', [RUN_ENDED, runId]);
  return credits;
}

/**
 * Settles the hold of a run whose row is in its terminal state, stores the run's usage in the row, and returns its
 * credits.
 */
export async function settleRun(
  sql: Sql,
  { runId, attempt, effort, status }: { runId: string; attempt: number; effort: Effort; status: Outcome['status'] },
  at: Date,
): Promise<number> {
  const [used] = await sql.query<Used>(USED, [runId]);
  // A reset run may keep more finished steps than its new hold covers.
  const credits = Math.min(CAPS[effort].steps, creditsOwed(used?.credits ?? 0, status));
  await settleHold(sql, `${runId}:${attempt}`, credits, at);
  const { warnings, ...rest } = used ?? NOTHING_USED;
  const cost: RunCost = { ...rest, credits };
  await sql.builder
    .updateTable('agent_runs')
    .set({ cost: storableJson(cost), warnings: storableJson(warnings ?? []) })
    .where('id', '=', runId)
    .execute();
  return credits;
}

type Used = RunCost & { warnings: RunWarning[] | null };

const NOTHING_USED: Used = { searches: 0, pages: 0, tokens: 0, credits: 0, warnings: null };

// One warning of each type: a model that fails does so in several steps.
const USED = `with of_run as (select * from agent_steps where run_id = $1),
  warned as (
    select distinct on (warning->>'type') warning from of_run, jsonb_array_elements(warnings) as warning
     order by warning->>'type', created_at)
  select (select count(*) from of_run where kind = 'search' and credits > 0)::int as searches,
    (select count(*) from of_run where kind = 'read' and credits > 0)::int as pages,
    (select coalesce(sum(tokens), 0) from of_run)::int as tokens,
    (select coalesce(sum(credits), 0) from of_run)::int as credits,
    (select jsonb_agg(warning) from warned) as warnings`;

/** A failed run costs nothing. A completed one costs at least one credit. */
function creditsOwed(used: number, status: Outcome['status']): number {
  if (status === 'failed') return 0;
  return status === 'completed' ? Math.max(1, used) : used;
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : storableJson(value);
}
