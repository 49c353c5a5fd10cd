import type { PassageHit, PassageQuery, SearchIndex } from '../../index/port.ts';
import { hasPhrases } from '../../query/operators.ts';

/** A document that may become a result, with its matching passages, best first. */
export interface Candidate {
  documentId: string;
  passages: PassageHit[];
  score: number;
  /** Highest cosine of a passage with the query, from 0 to 1; absent if no passage has a known vector. */
  near?: number;
}

/** Number of passages, best first, that are scored by meaning. */
export const RESCORED_PASSAGES = 100;

const LEAST_PASSAGES = 50;
const PASSAGES_A_RESULT = 4;
const MOST_PASSAGES = 4_000;

/**
 * The first stage of a search: finds the best passages and groups them by document. Documents are ordered by the score
 * of their best passage.
 *
 * @param wanted number of documents to find, if as many match
 * @param leastPassages minimum number of passages to request, so that a second stage has a choice
 */
export async function findCandidates(
  index: Pick<SearchIndex, 'search'>,
  query: Omit<PassageQuery, 'limit'>,
  wanted: number,
  leastPassages = LEAST_PASSAGES,
): Promise<Candidate[]> {
  let limit = Math.max(leastPassages, wanted * PASSAGES_A_RESULT);
  for (;;) {
    const passages = await index.search({ ...query, limit });
    const candidates = byDocument(
      passages.filter(({ heading, text }) => hasPhrases(`${heading} ${text}`, query.phrases ?? [])),
    );
    // The passages of a few long documents can fill the list, so the limit grows until there are enough documents.
    if (candidates.length >= wanted || passages.length < limit || limit >= MOST_PASSAGES)
      return withoutExcluded(index, query, candidates);
    limit = Math.min(limit * 4, MOST_PASSAGES);
  }
}

/**
 * Removes documents that contain an excluded word anywhere. The index checks single passages, so a document can match
 * in one passage and contain the word in another.
 */
async function withoutExcluded(
  index: Pick<SearchIndex, 'search'>,
  query: Omit<PassageQuery, 'limit'>,
  candidates: Candidate[],
): Promise<Candidate[]> {
  const { phrases: _, excluded = [], ...rest } = query;
  if (excluded.length === 0 || candidates.length === 0) return candidates;
  const documentIds = candidates.map(({ documentId }) => documentId);
  const having = await index.search({
    ...rest,
    excluded: [],
    query: excluded.join(' '),
    documentIds,
    limit: MOST_PASSAGES,
  });
  const ids = new Set(having.map(({ documentId }) => documentId));
  return candidates.filter(({ documentId }) => !ids.has(documentId));
}

// The candidates have passed these conditions, which are those of a document.
const PASSED = { excludeDomains: [], fromMs: undefined, beforeMs: undefined, labels: undefined };

/** Adds matching passages to the candidates with fewer than `passagesEach`, if their documents have more passages. */
export async function withMorePassages(
  index: Pick<SearchIndex, 'search'>,
  query: Omit<PassageQuery, 'limit' | 'documentIds'>,
  candidates: readonly Candidate[],
  passagesEach: number,
): Promise<Candidate[]> {
  const short = candidates.filter(
    ({ passages }) => passages.length < Math.min(passagesEach, passages[0]?.passageCount ?? 0),
  );
  if (short.length === 0) return [...candidates];
  const documentIds = short.map((candidate) => candidate.documentId);
  const limit = Math.min(documentIds.length * passagesEach, MOST_PASSAGES);
  const more = new Map(
    byDocument(await index.search({ ...query, ...PASSED, documentIds, limit })).map((found) => [
      found.documentId,
      found,
    ]),
  );
  return candidates.map((candidate) => {
    const found = more.get(candidate.documentId);
    return found && found.passages.length > candidate.passages.length
      ? { ...candidate, passages: found.passages }
      : candidate;
  });
}

function byDocument(passages: readonly PassageHit[]): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const passage of passages) {
    const candidate = candidates.get(passage.documentId);
    if (candidate) candidate.passages.push(passage);
    else
      candidates.set(passage.documentId, { documentId: passage.documentId, passages: [passage], score: passage.score });
  }
  return [...candidates.values()];
}
