import { cancellationSignal } from '@temporalio/activity';
import type { CrawlRun, NextStep } from '../services/crawls/run/crawl-run.ts';
import type { EndOfCrawlReason } from '../services/crawls/storage/transitions.ts';
import { withHeartbeat } from './heartbeat.ts';
import { withLimitedFaults } from './limited-faults.ts';

export type CrawlActivities = ReturnType<typeof crawlActivities>;

interface OfCrawl {
  crawlId: string;
  orgId: string;
}

const longStep = <T>(work: () => Promise<T>): Promise<T> => withHeartbeat(() => withLimitedFaults(work));

/** The activities of a crawl. Each is safe to retry: stored pages and their charges are found in the database. */
export function crawlActivities(run: CrawlRun) {
  return {
    /** Starts the crawl and reads robots.txt, sitemaps and llms.txt of its sites. Returns whether it runs. */
    beginCrawl: (crawl: OfCrawl): Promise<boolean> => longStep(() => run.begin(crawl, cancellationSignal())),

    /** The same for a later round. */
    beginCrawlRound: (crawl: OfCrawl): Promise<boolean> => longStep(() => run.beginRound(crawl, cancellationSignal())),

    /** Reads and stores pages for some 20 seconds. */
    crawlPages: (crawl: OfCrawl): Promise<NextStep> => longStep(() => run.readPages(crawl, cancellationSignal())),

    /** Ends the crawl unless it has ended. */
    finishCrawl: ({ stopReason, ...crawl }: OfCrawl & { stopReason: EndOfCrawlReason }): Promise<void> =>
      withLimitedFaults(() => run.finish(crawl, stopReason)),
  };
}
