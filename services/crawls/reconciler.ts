import type { Sql } from '../database/database.ts';
import { rowsOfPages } from '../database/pages-by-id.ts';
import { actingFor } from '../database/roles/acting.ts';
import { startPeriodic, type Periodic } from '../concurrency/periodic.ts';
import { settleEach, type SettleEach } from '../concurrency/settle-each.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { deleteCrawl, type DeleteCrawlDeps } from './delete-crawl.ts';
import { CRAWL_OPERATION, endCrawl } from './storage/transitions.ts';

const EVERY_MS = 5_000;
// The process that wrote a row acts on it first.
const LEFT_PENDING_MS = 3_000;
const LEFT_ALONE_MS = 10_000;
const CANCELLED_WITHIN_MS = 3_600_000;
// A crawl may hold many documents.
const KEPT_MS = 30 * 86_400_000;
const DELETION_WITHIN_MS = 5 * 60_000;

export interface CrawlReconcilerDeps extends DeleteCrawlDeps {
  /** Reads the crawls of all organizations. */
  background: Sql;
  workflows: Pick<WorkflowClient, 'startCrawl' | 'cancelCrawl' | 'crawlState'>;
  charged?: ((operation: string, credits: number) => void) | undefined;
  onError(error: unknown): void;
}

interface Unsettled {
  id: string;
  orgId: string;
  url: string;
}

/**
 * Repairs what a crash between the database and the workflow left: starts crawls that are still pending, fails running ones
 * without a workflow, cancels workflows of cancelled crawls, and finishes deletions. Ended crawls go after 30 days; their
 * documents stay. Several may run side by side.
 */
export function startCrawlReconciler(deps: CrawlReconcilerDeps): Periodic {
  return startPeriodic({ due: EVERY_MS, onError: deps.onError, pass: (signal) => settleCrawls(deps, signal) });
}

async function settleCrawls(deps: CrawlReconcilerDeps, signal: AbortSignal): Promise<void> {
  const { background, database, clock, workflows, onError } = deps;
  const crawls = background.builder
    .selectFrom('crawls')
    .select(({ ref }) => ['id', 'org_id as orgId', ref('request', '->').key('urls').at(0).$castTo<string>().as('url')]);
  const each = (some: typeof crawls, settle: SettleEach<Unsettled>['settle'], withinMs?: number) => {
    const rows = rowsOfPages<Unsettled>((after, limit) =>
      some.where('id', '>', after).orderBy('id').limit(limit).execute(),
    );
    return settleEach(rows, { what: 'crawls', signal, onError, settle, ...(withinMs && { withinMs }) });
  };
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  await each(
    crawls.where('status', '=', 'pending').where('created_at', '<', ago(LEFT_PENDING_MS)),
    ({ id, orgId, url }) => workflows.startCrawl({ crawlId: id, orgId, url }),
  );
  const unfinished = crawls.where('status', 'in', ['pending', 'running']);
  await each(unfinished.where('created_at', '<', ago(LEFT_ALONE_MS)), async ({ id, orgId }) => {
    if ((await workflows.crawlState(id)) === 'open') return;
    const of = { crawlId: id, orgId, now: clock.now() };
    const credits = await actingFor(orgId, () => database.transaction((sql) => endCrawl(sql, of, 'internal_error')));
    if (credits) deps.charged?.(CRAWL_OPERATION, credits);
  });
  const cancelled = crawls
    .where('status', '=', 'cancelled')
    .where('completed_at', '<', ago(LEFT_ALONE_MS))
    .where('completed_at', '>', ago(LEFT_ALONE_MS + CANCELLED_WITHIN_MS));
  await each(cancelled, async ({ id }) => {
    if ((await workflows.crawlState(id)) === 'open') await workflows.cancelCrawl(id);
  });
  await each(crawls.where('completed_at', '<', ago(KEPT_MS)).where('deleted_at', 'is', null), async ({ id, orgId }) => {
    await actingFor(orgId, () =>
      database.builder
        .updateTable('crawls')
        .set({ deleted_at: ago(LEFT_ALONE_MS + 1), keep_documents: true })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute(),
    );
  });
  await each(
    crawls.where('deleted_at', '<', ago(LEFT_ALONE_MS)),
    async ({ id, orgId }) => void (await actingFor(orgId, () => deleteCrawl(deps, { orgId, crawlId: id }))),
    DELETION_WITHIN_MS,
  );
}
