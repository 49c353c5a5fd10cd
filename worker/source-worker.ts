import type { Config } from '../runtime/config.ts';
import { createDocuments } from '../services/documents/documents.ts';
import type { ReadPageOf } from '../services/fetch/page-reader.ts';
import type { Platform } from '../runtime/platform.ts';
import { newId } from '../services/core/ids.ts';
import { createHostTurns } from '../services/sources/poll/host-turns.ts';
import { startSourceReconciler } from '../services/sources/reconciler.ts';
import { createPoll, type Poll } from '../services/sources/poll/poll.ts';
import type { Role } from './roles.ts';

interface FollowingOptions {
  config: Config;
  platform: Platform;
  roles: readonly Role[];
  readPage: ReadPageOf;
  onError(error: unknown): void;
}

/** Dependencies of polls of feeds and sitemaps, and the reconciler of their schedules. */
export interface SourceWorker {
  poll: Poll;
  close(): Promise<void>;
}

export function createSourceWorker({ config, platform, roles, readPage, onError }: FollowingOptions): SourceWorker {
  const { database, background, clock, workflows, retrieval } = platform;
  const timeScale = config.QUARRY_TIME_SCALE;
  const documents = createDocuments({
    database,
    clock,
    newId,
    limits: { documentsPerOrganization: config.QUARRY_DOCUMENTS_PER_ORGANIZATION },
  });
  const hostTurns = createHostTurns(database);
  const reconciler = roles.includes('workflows')
    ? startSourceReconciler({ database, background, documents, clock, workflows, timeScale, onError })
    : undefined;
  return {
    poll: createPoll({
      database,
      clock,
      documents,
      web: retrieval.web,
      readPage,
      hostTurns,
      timeScale,
      unfollow: workflows.unfollowSource,
    }),
    close: async () => void (await Promise.all([reconciler?.stop(), hostTurns.close()])),
  };
}
