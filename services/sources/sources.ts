import type { Clock } from '../core/clock.ts';
import { recordCallersChange } from '../accounts/audit-log.ts';
import type { Database, Sql } from '../database/database.ts';
import type { Documents } from '../documents/documents.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { notify } from '../temporal/notify.ts';
import { ServiceError } from '../core/errors.ts';
import { idOf, isId } from '../core/ids.ts';
import { ensureScheduled } from './ensure-scheduled.ts';
import { nextPollAt } from './poll/next-poll.ts';
import {
  findSource,
  findSources,
  insertSource,
  type SourceOptions,
  type StoredSource,
} from './storage/stored-sources.ts';
import { deleteSourceDocuments, deleteSource } from './delete-source.ts';

/** A source as its organization sees it. */
export interface FollowedSource extends StoredSource {
  nextPollAt: Date;
}

export interface Sources {
  /**
   * Polls a feed or sitemap from now on.
   *
   * @param operationId of the request: a retry under the same Idempotency-Key finds what it has created
   * @throws ServiceError ALREADY_EXISTS for a URL that the organization follows already
   */
  follow(orgId: string, operationId: string, options: SourceOptions): Promise<FollowedSource>;
  /** @throws ServiceError NOT_FOUND for another organization's source as for an absent one */
  get(orgId: string, sourceId: string): Promise<FollowedSource>;
  /** Newest first. @param page `before`: id of the last source of the previous page */
  list(
    orgId: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<{ sources: FollowedSource[]; hasMore: boolean }>;
  /** Stops following the source, deletes its documents, and returns their number. @throws as `get` */
  remove(orgId: string, sourceId: string): Promise<{ documentsDeleted: number }>;
}

export interface SourcesDependencies {
  database: Database;
  documents: Documents;
  clock: Clock;
  workflows: Pick<WorkflowClient, 'followSource' | 'unfollowSource'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

export function createSources(dependencies: SourcesDependencies): Sources {
  const { database, clock, timeScale } = dependencies;
  const asSeen = (source: StoredSource): FollowedSource => ({
    ...source,
    nextPollAt: nextPollAt({ ...source, timeScale }, clock.now()),
  });

  async function get(orgId: string, sourceId: string): Promise<FollowedSource> {
    const source = isId('src', sourceId) ? await findSource(database, orgId, sourceId) : undefined;
    if (!source) throw notFound();
    return asSeen(source);
  }

  return {
    get,

    async follow(orgId, operationId, options) {
      const sourceId = idOf('src', operationId);
      await insertSource(database, clock, { orgId, sourceId, options });
      const source = await get(orgId, sourceId);
      await notify(ensureScheduled(dependencies, { ...source, orgId }));
      return source;
    },

    async list(orgId, { limit, before }) {
      const found = await findSources(database, orgId, { before, limit: limit + 1 });
      return { sources: found.slice(0, limit).map(asSeen), hasMore: found.length > limit };
    },

    async remove(orgId, sourceId) {
      if (!isId('src', sourceId)) throw notFound();
      await database.transaction((sql) => markDeleted(sql, { orgId, sourceId, at: clock.now() }));
      const documentsDeleted = await deleteSourceDocuments(dependencies, { orgId, sourceId });
      await notify(deleteSource(dependencies, { orgId, sourceId }));
      return { documentsDeleted };
    },
  };
}

/** @throws ServiceError NOT_FOUND */
async function markDeleted(
  sql: Sql,
  { orgId, sourceId, at }: { orgId: string; sourceId: string; at: Date },
): Promise<void> {
  const deleted = await sql.builder
    .updateTable('sources')
    .set({ deleted_at: at })
    .where('id', '=', sourceId)
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .returning('url')
    .executeTakeFirst();
  if (!deleted) throw notFound();
  await recordCallersChange(sql, { orgId, action: 'source.delete', subjectId: sourceId, detail: deleted.url, at });
}

const notFound = () => new ServiceError('NOT_FOUND', 'No source of this organization has this id.');
