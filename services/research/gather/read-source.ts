import { EVERYONE } from '../../../entities/documents/everyone.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { PageKey, Pages } from '../../fetch/pages.ts';
import type { ReadAndStore } from '../../fetch/read-and-store.ts';
import type { PageResult } from '../../fetch/read-page.ts';
import type { PageRead } from './pages-read.ts';
import type { RobotsRefusal } from '../../fetch/robots.ts';

const BUDGET_MS = 30_000;

/** Reads one source of a run in full, from the index if it is a document there, otherwise from the web. */
export type ReadSource = (key: PageKey, url: string, cancelled: AbortSignal) => Promise<PageResult>;

interface Dependencies {
  database: Database;
  clock: Clock;
  pages: Pages;
  readAndStore: ReadAndStore;
  robotsRefusal: RobotsRefusal;
}

export function createReadSource({ database, clock, pages, readAndStore, robotsRefusal }: Dependencies): ReadSource {
  return async (key, url, cancelled) => {
    const own = await ownDocument(database, key.orgId, url);
    if (own) return keep(pages, key, url, { ...own, fetchedAt: clock.now() });
    const refusal = await robotsRefusal(url, cancelled);
    if (refusal) return keep(pages, key, url, refusal);
    return readAndStore(key, { url, budgetMs: BUDGET_MS }, cancelled);
  };
}

async function ownDocument(
  { builder }: Database,
  orgId: string,
  url: string,
): Promise<Omit<PageRead, 'fetchedAt'> | undefined> {
  const document = await builder
    .selectFrom('documents')
    .select(['title', 'text'])
    .where('org_id', 'in', [orgId, EVERYONE])
    .where('url', '=', url)
    .orderBy('org_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    document && {
      status: 'ok',
      finalUrl: url,
      httpStatus: 200,
      contentType: 'text/markdown',
      markdown: document.text,
      ...(document.title !== null && { title: document.title }),
    }
  );
}

async function keep(pages: Pages, key: PageKey, url: string, result: PageResult): Promise<PageResult> {
  await pages.store(key, url, result);
  return result;
}
