import type { STOP_REASONS } from '../../../entities/research/agent-run.ts';
import type { ColumnsOf } from '../../../entities/tables.ts';
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

export function createRunTransitions({ database, clock }: { database: Database; clock: Clock }): RunTransitions {
  return {
    begin: (runId) => database.transaction((sql) => begin(sql, runId, clock.now())),
    finish: (runId, outcome) => database.transaction((sql) => finish(sql, runId, outcome, clock.now())),

    async read(runId) {
      const run = await database.builder
        .selectFrom('agent_runs')
        .select(['org_id', 'status', 'query', 'effort', 'output_schema'])
        .where('id', '=', runId)
        .executeTakeFirst();
      return run && { ...requestOf(run), status: run.status };
    },
  };
}

/** The columns of a run that hold its request. */
export type RequestRow = ColumnsOf<'agent_runs', 'org_id' | 'query' | 'effort' | 'output_schema'>;

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

export function requestOf(run: RequestRow): RunRequest {
  // Its call was refused unless the format was valid.
  const given = run.output_schema as StoredOutputSchema | null;
  return { orgId: run.org_id, query: run.query, effort: run.effort, format: outputFormat(given) };
}

async function finish(
  sql: Sql,
  runId: string,
  { status, stopReason, output, error }: Outcome,
  at: Date,
): Promise<boolean> {
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
    .returning('attempt')
    .executeTakeFirst();
  if (!run) return false;
  await settleHold(sql, `${runId}:${run.attempt}`, await creditsOwed(sql, runId, status), at);
  await sql.query('select pg_notify($1, $2)', [RUN_ENDED, runId]);
  return true;
}

/** A failed run costs nothing. A completed one costs at least one credit. */
async function creditsOwed(sql: Sql, runId: string, status: Outcome['status']): Promise<number> {
  if (status === 'failed') return 0;
  const used = await creditsUsed(sql, runId);
  return status === 'completed' ? Math.max(1, used) : used;
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : storableJson(value);
}

/** Credits of a run's finished steps. */
export async function creditsUsed({ builder }: Sql, runId: string): Promise<number> {
  const used = await builder
    .selectFrom('agent_steps')
    .select(({ fn }) => fn.sum('credits').as('credits'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(used.credits ?? 0);
}
