import { cancellationSignal } from '@temporalio/activity';
import type { Poll } from '../services/sources/poll/poll.ts';
import { withHeartbeat } from './heartbeat.ts';

export type SourcePollActivities = ReturnType<typeof sourcePollActivities>;

interface OfPoll {
  sourceId: string;
  /** When the poll began, ISO 8601. */
  since: string;
}

/** The hands of a poll. Each is safe to retry: what is done is found in the database. */
export function sourcePollActivities(poll: Poll) {
  return {
    /** Reads the feed or sitemap; how many pages are due then, nothing where the poll has nothing to do. */
    listPages: ({ sourceId, since }: OfPoll): Promise<{ due: number } | undefined> =>
      withHeartbeat(() => poll.list(sourceId, new Date(since), cancellationSignal())),

    /** Reads a portion of the pages that are due; how many are left. */
    readPages: ({ sourceId, since }: OfPoll): Promise<{ due: number }> =>
      withHeartbeat(() => poll.readPages(sourceId, new Date(since), cancellationSignal())),
  };
}
