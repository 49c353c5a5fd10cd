import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import type { GaugeValues } from '../telemetry/metrics.ts';

interface LagDeps {
  database: Database;
  clock: Clock;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

// A poll may wait for its turn and take long: one that is less than a period late is in progress.
const PERIODS_UNTIL_LATE = 2;

/** Numbers and ages of the waiting rows, from indexes or small tables alone. */
export async function readLag(deps: LagDeps): Promise<GaugeValues> {
  const [runs, index, webhooks, sourcesLate, credits] = await Promise.all([
    agentRuns(deps),
    indexOutbox(deps),
    webhooksDue(deps),
    lateSources(deps),
    creditsOf(deps),
  ]);
  return { ...runs, ...index, ...webhooks, ...credits, sources_late: sourcesLate };
}

async function agentRuns({ database: { builder }, clock }: LagDeps): Promise<GaugeValues> {
  const rows = await builder
    .selectFrom('agent_runs')
    .select(({ fn }) => ['status', fn.countAll().as('runs'), fn.min('created_at').as('oldest')])
    .where('status', 'in', ['pending', 'running'])
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  return {
    agent_runs_pending: Number(of('pending')?.runs ?? 0),
    agent_runs_running: Number(of('running')?.runs ?? 0),
    agent_runs_lag_seconds: secondsSince(of('pending')?.oldest, clock),
  };
}

async function indexOutbox({ database: { builder }, clock }: LagDeps): Promise<GaugeValues> {
  const [counted, oldest] = await Promise.all([
    builder
      .selectFrom('index_outbox')
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirst(),
    builder
      .selectFrom('index_outbox as entry')
      .innerJoin('documents as document', 'document.id', 'entry.document_id')
      .select('document.updated_at as changed')
      .orderBy('entry.seq')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    index_outbox_rows: Number(counted?.rows ?? 0),
    index_lag_seconds: secondsSince(oldest?.changed, clock),
  };
}

async function webhooksDue({ database: { builder }, clock }: LagDeps): Promise<GaugeValues> {
  const now = clock.now();
  const row = await builder
    .selectFrom('webhook_outbox')
    .select(({ fn }) => [fn.countAll().as('messages'), fn.min(fn.coalesce('due_at', 'created_at')).as('oldest')])
    .where('status', '=', 'pending')
    .where(({ fn, eb }) => eb(fn.coalesce('due_at', 'created_at'), '<=', now))
    .executeTakeFirst();
  return { webhooks_due: Number(row?.messages ?? 0), webhook_lag_seconds: secondsSince(row?.oldest, clock) };
}

async function lateSources({ database, clock, timeScale }: LagDeps): Promise<number> {
  const [row] = await database.query<{ sources: string }>(
    `select count(*) as sources from sources
     where deleted_at is null and scheduled_at is not null
       and coalesce(last_polled_at, created_at) < $1::timestamptz - make_interval(secs => cadence_seconds * $2::float8)`,
    [clock.now(), PERIODS_UNTIL_LATE / timeScale],
  );
  return Number(row?.sources ?? 0);
}

async function creditsOf({ database: { builder } }: LagDeps): Promise<GaugeValues> {
  const row = await builder
    .selectFrom('organizations')
    .select(({ fn }) => [fn.sum('balance').as('balance'), fn.sum('held').as('held')])
    .executeTakeFirst();
  return { credits_balance: Number(row?.balance ?? 0), credits_held: Number(row?.held ?? 0) };
}

function secondsSince(at: Date | null | undefined, clock: Clock): number {
  return at ? Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000) : 0;
}
