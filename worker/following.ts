import type { Config } from '../runtime/config.ts';
import { createDocuments } from '../services/documents/documents.ts';
import type { ReadPageOf } from '../services/fetch/web.ts';
import type { Foundation } from '../runtime/foundation.ts';
import { newId } from '../services/core/ids.ts';
import { createHostTurns } from '../services/sources/poll/host-turns.ts';
import { startSourceKeeper } from '../services/sources/keeper.ts';
import { createPoll, type Poll } from '../services/sources/poll/poll.ts';
import type { Role } from './roles.ts';

interface FollowingOptions {
  config: Config;
  foundation: Foundation;
  roles: readonly Role[];
  readPage: ReadPageOf;
  onError(error: unknown): void;
}

/** What polls of feeds and sitemaps are made of, and what keeps their schedules. */
export interface Following {
  poll: Poll;
  close(): Promise<void>;
}

export function createFollowing({ config, foundation, roles, readPage, onError }: FollowingOptions): Following {
  const { database, clock, durable, retrieval } = foundation;
  const timeScale = config.QUARRY_TIME_SCALE;
  const documents = createDocuments({ database, clock, newId, limits: { documentsPerOrganization: config.QUARRY_DOCUMENTS_PER_ORGANIZATION } });
  const hostTurns = createHostTurns(database);
  const keeper = roles.includes('workflows') ? startSourceKeeper({ database, documents, clock, durable, timeScale, onError }) : undefined;
  return {
    poll: createPoll({ database, clock, documents, web: retrieval.web, readPage, hostTurns, timeScale, unfollow: durable.unfollowSource }),
    close: async () => void (await Promise.all([keeper?.stop(), hostTurns.close()])),
  };
}
