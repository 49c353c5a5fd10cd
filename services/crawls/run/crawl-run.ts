import { nextDueAt, type OfCrawl } from '../frontier/frontier.ts';
import {
  beginCrawl,
  closePortion,
  CRAWL_OPERATION,
  endCrawl,
  isFull,
  isSuspended,
  lockRunning,
  openPortion,
  type EndOfCrawlReason,
  type RunningCrawl,
} from '../storage/transitions.ts';
import { readPortion, type PortionDeps } from './portion.ts';
import { beginRound, planRound } from './rounds.ts';
import { addListed, type SeedsDeps } from './seeds.ts';

/** What a workflow does next: read on after a wait, end the crawl, or wait for the next round. */
export type NextStep =
  | { next: 'read'; waitMs: number }
  | { next: 'end'; stopReason: EndOfCrawlReason }
  | { next: 'round'; waitMs: number }
  | { next: 'nothing' };

interface CrawlKey {
  crawlId: string;
  orgId: string;
}

/** The steps of a crawl. Each may be repeated: what an attempt has stored stays, and is not charged again. */
export interface CrawlRun {
  /** Starts the crawl, and adds what its sites list. Returns whether it runs. */
  begin(key: CrawlKey, signal: AbortSignal): Promise<boolean>;
  /** Begins the round that is due, and adds what the sites list now. Returns whether the crawl runs. */
  beginRound(key: CrawlKey, signal: AbortSignal): Promise<boolean>;
  /** Reads pages for some 20 seconds. */
  readPages(key: CrawlKey, signal: AbortSignal): Promise<NextStep>;
  /** Ends the crawl unless it has ended. */
  finish(key: CrawlKey, stopReason: EndOfCrawlReason): Promise<void>;
}

export interface CrawlRunDeps extends PortionDeps, SeedsDeps {
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
  /** Counts credits once they are charged. Absent: they are not counted. */
  charged?: ((operation: string, credits: number) => void) | undefined;
}

const PORTION_PAGES = 500;
const LONGEST_HOST_WAIT_MS = 30_000;
const SUSPENDED_MS = 60_000;

export function createCrawlRun(deps: CrawlRunDeps): CrawlRun {
  const { database, clock } = deps;
  const at = (key: CrawlKey): OfCrawl => ({ ...key, now: clock.now() });
  const running = (key: CrawlKey) => database.transaction((sql) => lockRunning(sql, key.crawlId));

  async function listed(key: CrawlKey, signal: AbortSignal): Promise<boolean> {
    const crawl = await running(key);
    if (crawl) await addListed(deps, at(key), crawl, signal);
    return crawl !== undefined;
  }

  /** Opens the next portion. Undefined: the crawl has ended. */
  function opened(key: CrawlKey): Promise<{ crawl: RunningCrawl; credits: number } | undefined> {
    return database.transaction(async (sql) => {
      const crawl = await lockRunning(sql, key.crawlId);
      if (!crawl) return undefined;
      const most = crawl.refreshSeconds === null ? crawl.request.maxPages - crawl.held : PORTION_PAGES;
      return { crawl, credits: await openPortion(sql, at(key), { crawl, most: Math.min(most, PORTION_PAGES) }) };
    });
  }

  return {
    async begin(key, signal) {
      const begun = await database.transaction((sql) => beginCrawl(sql, at(key)));
      return begun && listed(key, signal);
    },

    async beginRound(key, signal) {
      // The round begins when the suspension has ended: `readPages` waits for that, and finds that it is due.
      if (await isSuspended(database, key.orgId)) return (await running(key)) !== undefined;
      const begun = await beginRound(database, at(key), signal);
      return begun && listed(key, signal);
    },

    async readPages(key, signal) {
      const before = await running(key);
      if (!before) return { next: 'nothing' };
      if (await isSuspended(database, key.orgId)) return { next: 'read', waitMs: SUSPENDED_MS };
      let hostAt = 0;
      if (await nextDueAt(database, at(key), isFull(before))) {
        const portion = await opened(key);
        if (!portion) return { next: 'nothing' };
        const { crawl, credits } = portion;
        const room = crawl.isLimited ? 0 : crawl.request.maxPages - crawl.held;
        if (credits > 0) hostAt = await readPortion(deps, { ...key, crawl, credits, room }, signal);
        const charged = await database.transaction((sql) => closePortion(sql, at(key)));
        if (charged > 0) deps.charged?.(CRAWL_OPERATION, charged);
        if (credits === 0 && charged === 0) return { next: 'end', stopReason: 'budget_reached' };
      } else if (before.portionHeld !== null) {
        // An attempt was ended after its last batch: nothing is due, and what it holds would stay until the next round.
        const charged = await database.transaction((sql) => closePortion(sql, at(key)));
        if (charged > 0) deps.charged?.(CRAWL_OPERATION, charged);
      }
      return nextStep(key, hostAt);
    },

    async finish(key, stopReason) {
      const credits = await database.transaction((sql) => endCrawl(sql, at(key), stopReason));
      if (credits) deps.charged?.(CRAWL_OPERATION, credits);
    },
  };

  /** @param hostAt when the first host may be asked again, in milliseconds since the epoch */
  async function nextStep(key: CrawlKey, hostAt: number): Promise<NextStep> {
    const crawl = await running(key);
    if (!crawl) return { next: 'nothing' };
    const dueAt = await nextDueAt(database, at(key), isFull(crawl));
    const waitUntil = (time: number) => Math.max(0, time - clock.now().getTime());
    // A host that the portion did not ask may be free sooner, so a long wait is cut.
    if (dueAt)
      return {
        next: 'read',
        waitMs: Math.max(waitUntil(dueAt.getTime()), Math.min(waitUntil(hostAt), LONGEST_HOST_WAIT_MS)),
      };
    if (crawl.refreshSeconds === null)
      return {
        next: 'end',
        stopReason: isFull(crawl) && (await nextDueAt(database, at(key), false)) ? 'max_pages' : 'finished',
      };
    const nextAt = await database.transaction((sql) => planRound(sql, at(key), deps.timeScale));
    return nextAt
      ? { next: 'round', waitMs: Math.max(0, nextAt.getTime() - clock.now().getTime()) }
      : { next: 'nothing' };
  }
}
