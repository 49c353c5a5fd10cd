import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { RunState } from '../research/run-state.ts';
import type { Durable } from './durable.ts';

const EVERY_MS = 5_000;
// A row is left alone until whoever wrote it has had its chance to act on it. Starting a run twice does no harm, so that
// one which nobody started waits for less.
const LEFT_ALONE_MS = 10_000;
const LEFT_PENDING_MS = 3_000;
const ROWS_AT_ONCE = 100;

export interface Reconciler {
  /** One pass over all runs that PostgreSQL and Temporal may disagree on. */
  pass(): Promise<void>;
  stop(): Promise<void>;
}

interface ReconcilerDependencies {
  database: Database;
  clock: Clock;
  state: RunState;
  durable: Durable;
  onError(error: unknown): void;
}

interface RunRow {
  id: string;
  org_id: string;
  query: string;
}

/**
 * Heals what a crash between the database and the workflow left, well within 30 s: starts runs that are still pending,
 * ends running ones whose workflow is gone, cancels workflows of runs that were cancelled. Several may run side by side.
 */
export function createReconciler(dependencies: ReconcilerDependencies): Reconciler {
  let running: Promise<void> | undefined;
  const pass = () => reconcile(dependencies);
  const timer = setInterval(() => {
    // A pass that takes long is not overtaken by the next one.
    running ??= pass().catch(dependencies.onError).finally(() => (running = undefined));
  }, EVERY_MS);
  return {
    pass,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function reconcile({ database, clock, state, durable }: ReconcilerDependencies): Promise<void> {
  const rows = (where: string, leftAloneMs = LEFT_ALONE_MS) => runsWhere(database, where, new Date(clock.now().getTime() - leftAloneMs));

  for await (const run of rows(`status = 'pending' and created_at < $1`, LEFT_PENDING_MS)) {
    await durable.startAgentRun({ runId: run.id, orgId: run.org_id, query: run.query });
  }
  for await (const run of rows(`status in ('pending', 'running') and created_at < $1`)) {
    if ((await durable.agentRunState(run.id)) === 'open') continue;
    const error = { code: 'INTERNAL', message: 'The run was lost on our side.' };
    await state.finish(run.id, { status: 'failed', stopReason: 'internal_error', error });
  }
  // Workflows of cancelled rows notice by themselves within their next step; this is for those that never got the word.
  for await (const run of rows(`status = 'cancelled' and completed_at < $1 and completed_at > $1 - interval '1 hour'`)) {
    if ((await durable.agentRunState(run.id)) === 'open') await durable.cancelAgentRun(run.id);
  }
}

async function* runsWhere(database: Database, where: string, before: Date): AsyncGenerator<RunRow> {
  let last = '';
  for (;;) {
    const runs = await database.query<RunRow & Record<string, unknown>>(
      `select id, org_id, query from agent_runs where ${where} and id > $2 order by id limit ${ROWS_AT_ONCE}`,
      [before, last],
    );
    yield* runs;
    last = runs.at(-1)?.id ?? '';
    if (runs.length < ROWS_AT_ONCE) return;
  }
}
