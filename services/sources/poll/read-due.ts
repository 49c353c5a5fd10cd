import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Documents } from '../../documents/documents.ts';
import type { PageResult, ReadPage } from '../../fetch/read-page.ts';
import type { PageError } from '../../fetch/page-error.ts';
import type { RobotsRefusal } from '../../fetch/robots.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { ReadPageOf } from '../../fetch/page-reader.ts';
import { documentOfPage } from '../../documents/document-of-page.ts';
import {
  duePages,
  forgetPage,
  markFailed,
  markHeld,
  markMissing,
  markRead,
  markUnchanged,
  unmarkHeld,
  type DuePage,
  type DuePageKey,
} from './due-pages.ts';
import type { HostTurns } from './host-turns.ts';
import { lockSource, type ActiveSource } from '../storage/active-source.ts';
import { urlsOnlyInSource } from '../storage/shared-documents.ts';

const PAGE_WITHIN_MS = 30_000;
const HOSTS_AT_ONCE = 4;
// Each takes two of the pool's eight connections: more at once could deadlock on connections.
const STORED_AT_ONCE = 2;
const UNCHANGED = 304;
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

export interface ReadDueDeps {
  database: Database;
  clock: Clock;
  documents: Documents;
  robotsRefusal: RobotsRefusal;
  readPage: ReadPageOf;
  hostTurns: HostTurns;
}

/** One portion of the due pages. */
interface Portion {
  /** When the poll began: pages that it has tried are not tried again. */
  since: Date;
  pages: number;
  /** Milliseconds after which no further page is started. */
  withinMs: number;
}

/** Reads due pages, one at a time from each host, and updates their documents. */
export type ReadDue = (source: ActiveSource, portion: Portion, signal: AbortSignal) => Promise<void>;

export function createReadDue(deps: ReadDueDeps): ReadDue {
  const storing = createSemaphore(STORED_AT_ONCE);

  /** Runs `work` only while the source is followed, under its lock. */
  async function whileFollowed(
    sourceId: string,
    signal: AbortSignal,
    work: (sql: Sql) => Promise<void>,
  ): Promise<void> {
    await storing.run(signal, () =>
      deps.database.transaction(async (sql) => {
        if (await lockSource(sql, sourceId)) await work(sql);
      }),
    );
  }

  async function settle(source: ActiveSource, page: DuePage, signal: AbortSignal): Promise<void> {
    const result =
      page.due === 'drop' ? undefined : await readPolitely(deps, { ...page, orgId: source.org_id }, signal);
    const key: DuePageKey = { sourceId: source.id, url: page.url, now: deps.clock.now() };
    if (result?.status === 'ok') return store(source, page, { key, result, signal });
    await whileFollowed(source.id, signal, async (sql) => {
      if (!result) await removeDocument(deps, sql, source, page);
      if (!result) return forgetPage(sql, key);
      if (result.httpStatus === UNCHANGED && page.held) return markUnchanged(sql, key);
      if (!GONE.has(result.httpStatus))
        return markFailed(sql, key, { message: result.message, passes: passes(result) });
      await removeDocument(deps, sql, source, page);
      await markMissing(sql, key);
    });
  }

  async function store(
    source: ActiveSource,
    page: DuePage,
    { key, result, signal }: { key: DuePageKey; result: ReadPage; signal: AbortSignal },
  ): Promise<void> {
    await markHeld(deps.database, key);
    await whileFollowed(source.id, signal, async (sql) => {
      const document = documentOfPage(key.url, result, {
        scope: source.scope ?? undefined,
        collection: source.collection ?? undefined,
        metadata: source.metadata ?? undefined,
        publishedDate: page.publishedDate ?? undefined,
      });
      const { results } = await deps.documents.index(source.org_id, [document]);
      const [outcome] = results;
      if (outcome?.status !== 'error') return markRead(sql, key, result.validators ?? {});
      await markFailed(sql, key, { message: outcome.error, passes: false });
      if (!page.held) await unmarkHeld(sql, key);
    });
  }

  return async (source, { since, pages, withinMs }, signal) => {
    const deadline = performance.now() + withinMs;
    const due = await duePages(deps.database, source.id, { since, limit: pages });
    const hosts = createSemaphore(HOSTS_AT_ONCE);
    const ofHosts = Map.groupBy(due, ({ url }) => new URL(url).host);
    const readers = Array.from(ofHosts.values(), (ofHost) =>
      hosts.run(signal, async () => {
        for (const page of ofHost) if (performance.now() < deadline) await settle(source, page, signal);
      }),
    );
    await allSettled(readers);
  };
}

/** Waits for all of them before it throws the first failure, so that no work overlaps a retry. */
async function allSettled(works: Array<Promise<void>>): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function readPolitely(
  { robotsRefusal, readPage, hostTurns }: ReadDueDeps,
  { url, held, validators, orgId }: DuePage & { orgId: string },
  cancelled: AbortSignal,
): Promise<PageResult> {
  return hostTurns.run({ url, orgId }, cancelled, async () => {
    const within = AbortSignal.any([cancelled, AbortSignal.timeout(PAGE_WITHIN_MS)]);
    try {
      const refusal = await robotsRefusal(url, within);
      return refusal ?? (await readPage(url, within, { known: held ? validators : undefined }));
    } catch (error) {
      cancelled.throwIfAborted();
      if (within.aborted)
        return { status: 'error', code: 'timeout', message: `It was not read within ${PAGE_WITHIN_MS / 1_000} s.` };
      throw error;
    }
  });
}

async function removeDocument(
  { documents }: ReadDueDeps,
  sql: Sql,
  { id, org_id }: ActiveSource,
  { url, held }: DuePage,
): Promise<void> {
  if (!held) return;
  await documents.remove(org_id, await urlsOnlyInSource(sql, { orgId: org_id, sourceId: id, urls: [url] }));
}

/** Whether the failure is transient. An unreachable robots.txt temporarily disallows everything. */
function passes(error: PageError): boolean {
  if (error.code === 'timeout' || error.code === 'upstream_error' || error.httpStatus === 429) return true;
  return error.code === 'url_not_accessible' && error.httpStatus === undefined;
}
