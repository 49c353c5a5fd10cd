import type { Sql } from '../../database/database.ts';
import { pathLine } from '../../blocks/block.ts';
import { passagesOf, passageText, type Passage } from '../../blocks/passages.ts';
import type { PassageHit, PassageQuery } from '../../index/port.ts';
import { queryStems } from '../../text/terms.ts';
import { stemsOf } from '../../text/words.ts';
import type { Candidate } from './candidates.ts';
import { passesDates } from '../../query/filters.ts';
import { readText, type FoundDocument } from './found-documents.ts';

/**
 * The candidate with passages of the version that PostgreSQL has: for the moment in which a document was replaced and
 * the index does not know yet. Undefined where the new version does not match any more.
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

/** The passages of a text that have any of the query's words, best first, in the likeness of another hit. */
export function matching(passages: readonly Passage[], query: string, like: PassageHit): PassageHit[] {
  const wanted = new Set(queryStems(query));
  return passages
    .map((passage, ordinal) => hitOf(passage, { ...like, ordinal, passageCount: passages.length }))
    .map((hit) => ({ ...hit, score: countFound(`${hit.path}\n${hit.text}`, wanted) }))
    .filter((passage) => passage.score > 0)
    .sort((a, b) => b.score - a.score);
}

/** A passage as the index gives one that was found. */
export function hitOf(passage: Passage, like: PassageHit): PassageHit {
  return {
    ...like,
    text: passageText(passage),
    path: pathLine(passage.path),
    isContents: [...passage.kinds].every((kind) => kind === 'contents'),
  };
}

function countFound(text: string, wanted: ReadonlySet<string>): number {
  return new Set(stemsOf(text).filter((stem) => wanted.has(stem))).size;
}

// The URL, and with it the domain, cannot have changed.
function passesFilters(document: FoundDocument, query: Omit<PassageQuery, 'limit'>): boolean {
  if (document.scope !== undefined && document.scope !== query.scope) return false;
  return passesDates(document.publishedAt, document.publishedPrecision, query);
}
