import type { Sql } from '../database/database.ts';
import { rowsOfPages } from '../database/pages-by-id.ts';
import { actingFor } from '../database/roles/acting.ts';
import { startPeriodic, type Periodic } from '../concurrency/periodic.ts';
import { settleEach } from '../concurrency/settle-each.ts';
import { ensureScheduled, type EnsureSourceScheduledDeps, type UnscheduledSource } from './ensure-scheduled.ts';
import { deleteSource, type DeleteSourceDeps } from './delete-source.ts';

const EVERY_MS = 30_000;
// The process that wrote a row gets the first chance to act on it.
const LEFT_ALONE_MS = 10_000;
// A source may hold many documents.
const DELETION_WITHIN_MS = 5 * 60_000;

/** `unsettled`: sources that a crash left half done. `all`: every source, for a server that lost its schedules. */
export type SettleScope = 'unsettled' | 'all';

export interface SourceReconcilerDeps
  extends Omit<EnsureSourceScheduledDeps, 'workflows'>, Omit<DeleteSourceDeps, 'workflows'> {
  workflows: EnsureSourceScheduledDeps['workflows'] & DeleteSourceDeps['workflows'];
  /** Reads the sources of all organizations. */
  background: Sql;
  onError(error: unknown): void;
}

/** Repairs differences between PostgreSQL and the schedules after a crash. Several may run at once. */
export function startSourceReconciler(deps: SourceReconcilerDeps): Periodic {
  return startPeriodic({
    due: EVERY_MS,
    onError: deps.onError,
    pass: (signal, nth) => settleSources(deps, nth === 0 ? 'all' : 'unsettled', signal),
  });
}

/** One pass: gives sources their schedules and finishes deletions. Ends early with the signal. */
export async function settleSources(
  deps: SourceReconcilerDeps,
  which: SettleScope,
  signal: AbortSignal,
): Promise<void> {
  const { background, clock, onError } = deps;
  const before = new Date(clock.now().getTime() - LEFT_ALONE_MS);
  const sources = background.builder
    .selectFrom('sources')
    .select(['id', 'org_id as orgId', 'created_at as createdAt', 'cadence_seconds as cadenceSeconds']);
  const pages = (some: typeof sources) =>
    rowsOfPages<UnscheduledSource>((after, limit) => some.where('id', '>', after).orderBy('id').limit(limit).execute());
  const followed = sources.where('deleted_at', 'is', null).where('created_at', '<', before);
  await settleEach(pages(which === 'all' ? followed : followed.where('scheduled_at', 'is', null)), {
    what: 'sources',
    signal,
    onError,
    settle: (source) => actingFor(source.orgId, () => ensureScheduled(deps, source)),
  });
  await settleEach(pages(sources.where('deleted_at', '<', before)), {
    what: 'deleted sources',
    signal,
    onError,
    withinMs: DELETION_WITHIN_MS,
    settle: ({ id, orgId }) => actingFor(orgId, () => deleteSource(deps, { orgId, sourceId: id })),
  });
}
