import { cancellationSignal } from '@temporalio/activity';
import type { Poll } from '../services/sources/poll/poll.ts';
import { withHeartbeat } from './heartbeat.ts';

export type SourcePollActivities = ReturnType<typeof sourcePollActivities>;

interface OfPoll {
  sourceId: string;
  /** Start of the poll, ISO 8601. */
  since: string;
}

/** The activities of a poll. Each is safe to retry: finished work is found in the database. */
export function sourcePollActivities(poll: Poll) {
  return {
    /** Reads the feed or sitemap; returns the number of due pages, undefined if the poll has nothing to do. */
    listPages: ({ sourceId, since }: OfPoll): Promise<{ due: number } | undefined> =>
      withHeartbeat(() => poll.list(sourceId, new Date(since), cancellationSignal())),

    /** Reads some of the due pages; returns the number of remaining ones. */
    readPages: ({ sourceId, since }: OfPoll): Promise<{ due: number }> =>
      withHeartbeat(() => poll.readPages(sourceId, new Date(since), cancellationSignal())),
  };
}
