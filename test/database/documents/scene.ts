import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../services/core/clock.ts';
import { createDocuments, type Documents } from '../../../services/documents/documents.ts';
import { startIndexer, type Indexer } from '../../../services/documents/indexing/indexer.ts';
import { requestRebuild } from '../../../services/documents/indexing/rebuild-requests.ts';
import { isDrained } from '../../../services/documents/indexing/outbox.ts';
import type { Database } from '../../../services/database/database.ts';
import { newId } from '../../../services/core/ids.ts';
import { createLanceIndex } from '../../../services/index/lancedb/lancedb.ts';
import { scoredByOwner } from '../../../services/index/statistics/by-owner.ts';
import type { PassageIndex, SearchIndex } from '../../../services/index/port.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';
import { SearchRequestSchema } from '../../../api/operations/requests/search.ts';
import { createProviderSet } from '../../../services/providers/provider-set.ts';
import { createSearch, type Search } from '../../../services/search/search.ts';
import { createTestDatabase } from '../../support/postgres.ts';

const DRAINED_WITHIN_MS = 10_000;

/** A real database, a real index and its writer; `index` of documents returns when they are searchable. */
export interface Scene {
  database: Database;
  folder: string;
  index: PassageIndex;
  /** As a search asks it. */
  scored: SearchIndex;
  documents: Documents;
  search: Search;
  startIndexer(): Promise<Indexer>;
  stopIndexers(): Promise<void>;
  /** Requests a rebuild of the index and waits for its end. */
  rebuild(): Promise<void>;
  /** URLs of what an organization finds. */
  found(orgId: string, query: string, members?: object): Promise<string[]>;
  close(): Promise<void>;
}

export async function openScene({ documentsPerOrganization = 1_000, hintWithinMs = 10_000 } = {}): Promise<Scene> {
  const { database, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'quarry-scene-'));
  const index = createLanceIndex({ folder });
  const indexers: Indexer[] = [];
  const scored = scoredByOwner(index, database);
  const stopIndexers = async () => {
    for (const indexer of indexers.splice(0)) await indexer.stop();
  };
  const search = createSearch({
    index: scored,
    database,
    words: database,
    clock: systemClock,
    defaultScope: 'web',
    outside: createProviderSet([], []),
    readPage: async () => assert.fail('no page is read'),
    hintWithinMs,
  });
  return {
    database,
    folder,
    index,
    scored,
    search,
    stopIndexers,
    rebuild: async () => {
      assert.ok(await isDrained(database, await requestRebuild(database), DRAINED_WITHIN_MS));
    },
    documents: createDocuments({
      database,
      clock: systemClock,
      newId,
      notify: async (seq) => indexers.length > 0 && isDrained(database, seq, DRAINED_WITHIN_MS),
      limits: { documentsPerOrganization },
    }),
    async startIndexer() {
      const indexer = startIndexer({ database, index, onError: () => {} });
      indexers.push(indexer);
      await indexer.ready();
      return indexer;
    },
    async found(orgId, query, members = {}) {
      const request = parseRequest(SearchRequestSchema, { query, ...members });
      const { documents } = await search.search(orgId, request, new AbortController().signal);
      return documents.map((document) => document.url);
    },
    async close() {
      await stopIndexers();
      await index.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
