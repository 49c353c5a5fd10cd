import type { Sql } from '../../database/database.ts';
import { pathLine } from '../../blocks/block.ts';
import { hasContentsOnly, passagesOf, passageText, type Passage } from '../../blocks/passages.ts';
import type { PassageHit, PassageQuery } from '../../index/port.ts';
import { queryStems } from '../../text/terms.ts';
import { stemsOf } from '../../text/words.ts';
import type { Candidate } from './candidates.ts';
import { passesDates } from '../../query/filters.ts';
import { readText, type FoundDocument } from './found-documents.ts';

/**
 * Replaces the passages of a stale candidate by those of the version in PostgreSQL. A candidate is stale between the
 * replacement of its document and the update of the index.
 *
 * @returns the same object if it is current; undefined if the new version no longer matches the query
 */
export async function freshCandidate(
  sql: Sql,
  candidate: Candidate,
  document: FoundDocument,
  query: Omit<PassageQuery, 'limit'>,
): Promise<Candidate | undefined> {
  const [best] = candidate.passages;
  if (!best || best.contentHash === document.contentHash) return candidate;
  if (!passesFilters(document, query)) return undefined;
  const passages = matching(passagesOf((await readText(sql, document.id)) ?? ''), query.query, best);
  return passages.length === 0 ? undefined : { ...candidate, passages };
}

/**
 * The passages that contain at least one stem of the query, ordered by the number of distinct stems.
 *
 * @param like supplies the members that all passages of a document share
 */
export function matching(passages: readonly Passage[], query: string, like: PassageHit): PassageHit[] {
  const wanted = new Set(queryStems(query));
  return passages
    .map((passage, ordinal) => hitOf(passage, { ...like, ordinal, passageCount: passages.length }))
    .map((hit) => ({ ...hit, score: countFound(`${hit.path}\n${hit.text}`, wanted) }))
    .filter((passage) => passage.score > 0)
    .sort((a, b) => b.score - a.score);
}

/** A passage in the form of an index hit. `like` supplies its position, score and document. */
export function hitOf(passage: Passage, like: PassageHit): PassageHit {
  return {
    ...like,
    text: passageText(passage),
    path: pathLine(passage.path),
    isContents: hasContentsOnly(passage),
  };
}

function countFound(text: string, wanted: ReadonlySet<string>): number {
  return new Set(stemsOf(text).filter((stem) => wanted.has(stem))).size;
}

// Domains need no check: a new version of a document keeps its URL.
function passesFilters(document: FoundDocument, query: Omit<PassageQuery, 'limit'>): boolean {
  if (document.scope !== undefined && document.scope !== query.scope) return false;
  return passesDates(document.publishedAt, document.publishedPrecision, query);
}
