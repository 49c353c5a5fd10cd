import { beginRebuild, type OpenSearchRebuild } from './opensearch-rebuild.ts';
import { refreshIndex, storedPassages, writePassages, type StoredPassage } from './opensearch-rows.ts';
import { hitsOf, searchBody, type FoundPassages } from './opensearch-query.ts';
import { indexNames, type IndexNames } from './opensearch-schema.ts';
import { createOpenSearchServer, type OpenSearchServer } from './opensearch-server.ts';
import { passageRows, termsOfRows } from '../passage-rows.ts';
import {
  IndexUnavailableError,
  IndexUnusableError,
  type IndexedDocument,
  type IndexState,
  type MatchedPassage,
  type PassageIndex,
  type PassageQuery,
} from '../port.ts';
import { TermChanges } from '../term-changes.ts';
import { queryTerms } from '../../text/terms.ts';

const SEARCH_WITHIN_MS = 5_000;
const STATE_WITHIN_MS = 5_000;

export interface OpenSearchIndexOptions {
  /** URL of the server, set by the operator; may contain user:password@ and a path. */
  url: string;
  /**
   * Prefix of the names of this installation's indexes; installations that share a server need different ones. Lower
   * case.
   */
  prefix: string;
}

/** Our own index on an OpenSearch server. No request is sent before the first call. */
export function createOpenSearchIndex({ url, prefix }: OpenSearchIndexOptions): PassageIndex {
  const server = createOpenSearchServer(url);
  const names = indexNames(prefix);
  let lastWrite: Promise<unknown> = Promise.resolve();
  // Writes of an earlier process, or of a failed call, may not be visible yet.
  let hasUnseen = true;
  let rebuilding: OpenSearchRebuild | undefined;

  // One write at a time: each first looks up what it has to replace. A failed write does not block the next.
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(write);
    lastWrite = turn.catch(() => {});
    return turn;
  }

  /** Replaces everything under the documents' ids. Searches see all of a replacement or none of it. */
  async function replace(documentIds: readonly string[], documents: readonly IndexedDocument[]): Promise<TermChanges> {
    const changes = new TermChanges();
    if (documentIds.length === 0) return changes;
    await rebuilding?.replace(documentIds, documents);
    await replaceSearched(documentIds, documents, changes).catch((error: unknown) => {
      // If no index can be searched, the rebuilt one becomes searchable soon.
      if (!rebuilding || !(error instanceof IndexUnusableError) || error instanceof IndexUnavailableError) throw error;
    });
    return changes;
  }

  async function replaceSearched(
    documentIds: readonly string[],
    documents: readonly IndexedDocument[],
    changes: TermChanges,
  ): Promise<void> {
    const index = names.alias;
    if (hasUnseen) await refreshIndex(server, index);
    hasUnseen = true;
    const former: StoredPassage[] = [];
    for await (const page of storedPassages(server, index, documentIds)) former.push(...page);
    const rows = documents.flatMap(passageRows);
    await writePassages(
      server,
      { index, isAlias: true },
      rows,
      former.map(({ id }) => id),
    );
    await refreshIndex(server, index);
    hasUnseen = false;
    changes.remove(former.map(({ terms }) => terms));
    changes.add(termsOfRows(rows));
  }

  /** Builds beside the index in use, which is searched and written meanwhile. */
  async function rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void> {
    const built = await inTurn(async () => (rebuilding = await beginRebuild(server, names)));
    try {
      for await (const batch of batches) await inTurn(() => built.add(batch));
      await inTurn(built.finish);
    } finally {
      rebuilding = undefined;
    }
  }

  async function countTerms(take: (part: TermChanges) => Promise<void>): Promise<void> {
    await refreshIndex(server, names.alias);
    for await (const page of storedPassages(server, names.alias)) {
      const part = new TermChanges();
      part.add(page.map(({ terms }) => terms));
      await take(part);
    }
  }

  return {
    search: (query) => search(server, names, query),
    upsert: (documents) =>
      inTurn(() =>
        replace(
          documents.map((document) => document.documentId),
          documents,
        ),
      ),
    remove: (documentIds) => inTurn(() => replace(documentIds, [])),
    state: () => stateOf(server, names),
    countTerms: (take) => inTurn(() => countTerms(take)),
    rebuild,
    // No operation: the server merges writes by itself.
    optimize: async () => {},
    async close() {
      await lastWrite;
      await server.close();
    },
  };
}

async function search(server: OpenSearchServer, { alias }: IndexNames, query: PassageQuery): Promise<MatchedPassage[]> {
  const wanted = queryTerms(query.query);
  if (wanted.terms.length + wanted.stopWords.length === 0) return [];
  const found = await server.ask<FoundPassages>({
    method: 'POST',
    path: `/${alias}/_search`,
    // One ranking over all shards, complete or not at all; an abandoned query is cancelled.
    query: {
      search_type: 'dfs_query_then_fetch',
      allow_partial_search_results: false,
      cancel_after_time_interval: `${SEARCH_WITHIN_MS}ms`,
    },
    body: searchBody(wanted, query),
    withinMs: SEARCH_WITHIN_MS,
  });
  return hitsOf(found, query.query);
}

interface Counted {
  hits: { total: { value: number } };
  aggregations: { documents: { doc_count: number } };
}

async function stateOf(server: OpenSearchServer, { alias }: IndexNames): Promise<IndexState> {
  const body = { size: 0, track_total_hits: true, aggs: { documents: { filter: { term: { first: true } } } } };
  try {
    const found = await server.ask<Counted>({
      method: 'POST',
      path: `/${alias}/_search`,
      query: { allow_partial_search_results: false },
      body,
      withinMs: STATE_WITHIN_MS,
    });
    return { status: 'ready', passages: found.hits.total.value, documents: found.aggregations.documents.doc_count };
  } catch (error) {
    if (error instanceof IndexUnavailableError) return { status: 'away', reason: error.message };
    if (error instanceof IndexUnusableError) return { status: 'unusable', reason: error.message };
    throw error;
  }
}
