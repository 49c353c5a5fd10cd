import type { Database } from '../../database/database.ts';
import type { PassageQuery } from '../../index/port.ts';
import type { Candidate } from '../find/candidates.ts';
import { freshCandidate } from '../find/fresh-candidate.ts';
import { readFound, type FoundDocument } from '../find/found-documents.ts';
import type { OutsideDocument } from '../find/outside-documents.ts';
import type { SearchRequest } from './search-request.ts';
import { REST_RESPONSE_BYTES } from './search-result.ts';

/** A candidate with its document. */
export interface FoundCandidate {
  candidate: Candidate;
  document: FoundDocument;
}

/** The input that all steps of one search share. */
export interface Question {
  request: SearchRequest;
  query: Omit<PassageQuery, 'limit'>;
  /** The providers' documents, by document id. */
  outside: ReadonlyMap<string, OutsideDocument>;
}

// Extra candidates in each read, because some are dropped: deleted documents, and duplicates of a canonical URL.
export const SPARE_CANDIDATES = 3;

/**
 * Reads the documents of the best candidates, up to the request's `maxResults`. Each canonical URL occurs once. Deleted
 * documents, and those whose new version no longer matches, are skipped.
 */
export async function readBest(
  database: Database,
  candidates: readonly Candidate[],
  question: Question,
): Promise<FoundCandidate[]> {
  const { maxResults } = question.request;
  const best = new Map<string, FoundCandidate>();
  let next = 0;
  while (next < candidates.length && best.size < maxResults) {
    const part = candidates.slice(next, next + maxResults - best.size + SPARE_CANDIDATES);
    next += part.length;
    for (const found of await readPart(database, part, question)) {
      const { canonicalUrl } = found.document;
      if (!best.has(canonicalUrl)) best.set(canonicalUrl, found);
    }
  }
  return [...best.values()].slice(0, maxResults);
}

async function readPart(
  database: Database,
  candidates: readonly Candidate[],
  question: Question,
): Promise<FoundCandidate[]> {
  const own = await readOwn(database, candidates, question);
  return candidates.flatMap((candidate) => {
    const outside = question.outside.get(candidate.documentId);
    return outside
      ? [{ candidate, document: withContent(outside, question.request) }]
      : (own.get(candidate.documentId) ?? []);
  });
}

async function readOwn(
  database: Database,
  candidates: readonly Candidate[],
  { query, request, outside }: Question,
): Promise<Map<string, FoundCandidate>> {
  const byId = new Map(
    candidates
      .filter(({ documentId }) => !outside.has(documentId))
      .map((candidate) => [candidate.documentId, candidate]),
  );
  if (byId.size === 0) return new Map();
  const documents = await readFound(database, [...byId.keys()], {
    orgId: query.orgId,
    maxCharacters: request.fields.content?.maxCharacters,
    maxBytes: REST_RESPONSE_BYTES,
  });
  const found = await Promise.all(
    documents.map(async (document) => {
      const candidate = byId.get(document.id);
      const fresh = candidate && (await freshCandidate(database, candidate, document, query));
      return fresh ? [[document.id, { candidate: fresh, document }] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Adds the content if it is requested and the full text is known: a provider's snippet is not content. */
function withContent(document: OutsideDocument, { fields }: SearchRequest): FoundDocument {
  if (!fields.content || !document.isWhole) return document;
  return {
    ...document,
    content: Array.from(document.text.slice(0, fields.content.maxCharacters * 2))
      .slice(0, fields.content.maxCharacters)
      .join(''),
  };
}
