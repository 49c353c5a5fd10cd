import type { Sql } from '../../database/database.ts';
import { cutPassages } from '../../index/cut-passages.ts';
import type { PassageHit, PassageQuery } from '../../index/port.ts';
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
  const passages = matching(cutPassages((await readText(sql, document.id)) ?? ''), query.query, best);
  return passages.length === 0 ? undefined : { ...candidate, passages };
}

/** The passages of a text that have any of the query's words, best first, in the likeness of another hit. */
export function matching(texts: readonly string[], query: string, like: PassageHit): PassageHit[] {
  const wanted = new Set(stemsOf(query));
  return texts
    .map((text, ordinal) => ({ ...like, text, ordinal, passageCount: texts.length, score: countFound(text, wanted) }))
    .filter((passage) => passage.score > 0)
    .sort((a, b) => b.score - a.score);
}

function countFound(text: string, wanted: ReadonlySet<string>): number {
  return new Set(stemsOf(text).filter((stem) => wanted.has(stem))).size;
}

// The URL, and with it the domain, cannot have changed.
function passesFilters(document: FoundDocument, query: Omit<PassageQuery, 'limit'>): boolean {
  if (document.scope !== undefined && document.scope !== query.scope) return false;
  return passesDates(document.publishedAt, document.publishedPrecision, query);
}
