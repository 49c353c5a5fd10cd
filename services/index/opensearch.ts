import { createIndex, passageIds, putInPlace, refresh, writePassages } from './opensearch-rows.ts';
import { hitsOf, searchBody, type FoundPassages } from './opensearch-query.ts';
import { indexNames, type IndexNames } from './opensearch-schema.ts';
import { createOpenSearchServer, type OpenSearchServer } from './opensearch-server.ts';
import { IndexAwayError, IndexUnusableError, type IndexedDocument, type IndexState, type PassageHit, type PassageQuery, type SearchIndex } from './port.ts';
import { queryTerms } from './words.ts';

const SEARCH_WITHIN_MS = 5_000;
const STATE_WITHIN_MS = 5_000;

export interface OpenSearchIndexOptions {
  /** Of the server, set by the operator; may carry user:password@ and a path. */
  url: string;
  /** Begins the names of our indexes; another one for each installation that shares a server. Lower case. */
  prefix: string;
}

/** The own index on an OpenSearch server. Nothing is asked before the first call. */
export function createOpenSearchIndex({ url, prefix }: OpenSearchIndexOptions): SearchIndex {
  return new OpenSearchIndex(createOpenSearchServer(url), indexNames(prefix));
}

class OpenSearchIndex implements SearchIndex {
  readonly #server: OpenSearchServer;
  readonly #names: IndexNames;
  #lastWrite: Promise<unknown> = Promise.resolve();
  // Writes of an earlier process, or of a failed call, may wait to be seen.
  #hasUnseen = true;

  constructor(server: OpenSearchServer, names: IndexNames) {
    this.#server = server;
    this.#names = names;
  }

  async search(query: PassageQuery): Promise<PassageHit[]> {
    const wanted = queryTerms(query.query);
    if (wanted.terms.length + wanted.stopWords.length === 0) return [];
    const found = await this.#server.ask<FoundPassages>({
      method: 'POST',
      path: `/${this.#names.alias}/_search`,
      // One ranking over all shards, whole or not at all; what nobody waits for any more is given up.
      query: { search_type: 'dfs_query_then_fetch', allow_partial_search_results: false, cancel_after_time_interval: `${SEARCH_WITHIN_MS}ms` },
      body: searchBody(wanted, query),
      withinMs: SEARCH_WITHIN_MS,
    });
    return hitsOf(found);
  }

  async upsert(documents: readonly IndexedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await this.#inTurn(() => this.#replace(documents.map((document) => document.documentId), documents));
  }

  async remove(documentIds: readonly string[]): Promise<void> {
    if (documentIds.length === 0) return;
    await this.#inTurn(() => this.#replace(documentIds, []));
  }

  async state(): Promise<IndexState> {
    try {
      const body = { size: 0, track_total_hits: true, aggs: { documents: { filter: { term: { first: true } } } } };
      const query = { allow_partial_search_results: false };
      const found = await this.#server.ask<Counted>({ method: 'POST', path: `/${this.#names.alias}/_search`, query, body, withinMs: STATE_WITHIN_MS });
      return { status: 'ready', passages: found.hits.total.value, documents: found.aggregations.documents.doc_count };
    } catch (error) {
      if (error instanceof IndexAwayError) return { status: 'away', reason: error.message };
      if (error instanceof IndexUnusableError) return { status: 'unusable', reason: error.message };
      throw error;
    }
  }

  /** Nothing: the server merges what was written by itself. */
  async optimize(): Promise<void> {}

  async rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void> {
    await this.#inTurn(async () => {
      const index = await createIndex(this.#server, this.#names);
      for await (const batch of batches) await writePassages(this.#server, { index, isAlias: false }, batch);
      await refresh(this.#server, index);
      await putInPlace(this.#server, this.#names, index);
    });
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#server.close();
  }

  /** Puts the documents in place of all that was there under these ids. Searches see all of it or nothing. */
  async #replace(documentIds: readonly string[], documents: readonly IndexedDocument[]): Promise<void> {
    const index = this.#names.alias;
    if (this.#hasUnseen) await refresh(this.#server, index);
    this.#hasUnseen = true;
    const former = await passageIds(this.#server, index, documentIds);
    await writePassages(this.#server, { index, isAlias: true }, documents, former);
    await refresh(this.#server, index);
    this.#hasUnseen = false;
  }

  // One at a time: what a write has to replace is looked up before. A failed one does not block the next.
  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#lastWrite.then(write);
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }
}

interface Counted {
  hits: { total: { value: number } };
  aggregations: { documents: { doc_count: number } };
}
