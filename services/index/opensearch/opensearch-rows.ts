import { INDEX_BODY, sourceOf, type IndexNames } from './opensearch-schema.ts';
import type { OpenSearchServer } from './opensearch-server.ts';
import { ownerOf, type PassageRow } from '../passage-rows.ts';
import type { IndexedTerms } from '../term-changes.ts';

const BULK_WITHIN_MS = 60_000;
const CHANGE_WITHIN_MS = 30_000;
const ASK_WITHIN_MS = 10_000;
// Far below the server's limit for one call (100 MB), and answered quickly.
const CHARACTERS_A_BULK = 4_000_000;
// Some 2 KB each.
const PASSAGES_A_PAGE = 2_000;

/** Makes all earlier writes visible. */
export async function refreshIndex(server: OpenSearchServer, index: string): Promise<void> {
  await server.ask({ method: 'POST', path: `/${index}/_refresh`, withinMs: CHANGE_WITHIN_MS });
}

/** A passage as the server stores it. */
export interface StoredPassage {
  id: string;
  terms: IndexedTerms;
}

interface PassagePage {
  hits: { hits: Array<{ _id: string; _source: Pick<PassageRow, 'audience' | 'terms'>; sort: unknown[] }> };
}

/** All passages of these documents, or of all documents, that a search would see, in pages. */
export async function* storedPassages(
  server: OpenSearchServer,
  index: string,
  documentIds?: readonly string[],
): AsyncGenerator<StoredPassage[]> {
  for (let after: unknown[] | undefined; ;) {
    const body = {
      size: PASSAGES_A_PAGE,
      _source: ['audience', 'terms'],
      query: documentIds ? { bool: { filter: [{ terms: { document_id: documentIds } }] } } : { match_all: {} },
      sort: [{ document_id: 'asc' }, { ordinal: 'asc' }],
      ...(after && { search_after: after }),
    };
    const { hits } = await server.ask<PassagePage>({
      method: 'POST',
      path: `/${index}/_search`,
      body,
      withinMs: ASK_WITHIN_MS,
    });
    yield hits.hits.map(({ _id, _source }) => ({
      id: _id,
      terms: { ownerId: ownerOf(_source.audience), terms: _source.terms },
    }));
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < PASSAGES_A_PAGE) return;
  }
}

/** An index by its name, or by its alias, which must exist. */
export interface IndexTarget {
  index: string;
  isAlias: boolean;
}

/** Writes passages and deletes those of the `former` ids that are not among them. Visible after `refresh`. */
export async function writePassages(
  server: OpenSearchServer,
  target: IndexTarget,
  rows: readonly PassageRow[],
  former: readonly string[] = [],
): Promise<void> {
  const left = new Set(former);
  let lines: object[] = [];
  let characters = 0;
  for (const row of rows) {
    left.delete(row.id);
    lines.push({ index: { _id: row.id } }, sourceOf(row));
    characters += weightOf(row);
    if (characters < CHARACTERS_A_BULK) continue;
    await sendBulk(server, target, lines);
    lines = [];
    characters = 0;
  }
  await sendBulk(server, target, [...lines, ...Array.from(left, (id) => ({ delete: { _id: id } }))]);
}

function weightOf({ words, terms, stop_words: stopWords }: PassageRow): number {
  return words.length + terms.length + stopWords.length + 500;
}

interface BulkAnswer {
  errors: boolean;
  items: Array<Record<string, { status: number; error?: { type: string; reason: string } }>>;
}

async function sendBulk(
  server: OpenSearchServer,
  { index, isAlias }: IndexTarget,
  lines: readonly object[],
): Promise<void> {
  if (lines.length === 0) return;
  // Without the alias, the server would create an index with a mapping that it guesses.
  const query = { require_alias: isAlias };
  const answer = await server.ask<BulkAnswer>({
    method: 'POST',
    path: `/${index}/_bulk`,
    query,
    lines,
    withinMs: BULK_WITHIN_MS,
  });
  if (!answer.errors) return;
  const failure = answer.items.flatMap((item) => Object.values(item)).find((item) => item.error)?.error;
  if (failure) throw new Error(`OpenSearch did not take a passage: ${failure.type}: ${failure.reason}`);
}

/**
 * Creates an empty index beside the one in use, and removes those that an earlier rebuild left unfinished.
 *
 * @returns its name
 */
export async function createIndex(server: OpenSearchServer, names: IndexNames): Promise<string> {
  const index = names.another();
  for (const { name, aliases } of await ownIndexes(server, names)) {
    if (aliases.length === 0) await server.ask({ method: 'DELETE', path: `/${name}`, withinMs: CHANGE_WITHIN_MS });
  }
  await server.ask({ method: 'PUT', path: `/${index}`, body: INDEX_BODY, withinMs: CHANGE_WITHIN_MS });
  return index;
}

/** Replaces all other indexes of this installation with this one, in one step. */
export async function activateIndex(server: OpenSearchServer, names: IndexNames, index: string): Promise<void> {
  const others = (await ownIndexes(server, names)).filter(({ name }) => name !== index);
  const actions = [
    ...others.map(({ name }) => ({ remove_index: { index: name } })),
    { add: { index, alias: names.alias } },
  ];
  await server.ask({ method: 'POST', path: '/_aliases', body: { actions }, withinMs: CHANGE_WITHIN_MS });
}

async function ownIndexes(
  server: OpenSearchServer,
  { all }: IndexNames,
): Promise<Array<{ name: string; aliases: string[] }>> {
  const found = await server.ask<Record<string, { aliases: object }>>({
    method: 'GET',
    path: `/${all}/_alias`,
    withinMs: CHANGE_WITHIN_MS,
  });
  return Object.entries(found).map(([name, { aliases }]) => ({ name, aliases: Object.keys(aliases) }));
}
