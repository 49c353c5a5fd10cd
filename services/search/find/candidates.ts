import type { PassageHit, PassageQuery, SearchIndex } from '../../index/port.ts';
import { hasPhrases } from '../../query/operators.ts';

/** A document that may answer, with the passages that the index found in it, best first. */
export interface Candidate {
  documentId: string;
  passages: PassageHit[];
  score: number;
  /** How near the nearest passage is to the query in meaning, from 0 to 1; absent where no vector tells it. */
  near?: number;
}

/** So many of the best passages are scored by their meaning. */
export const RESCORED_PASSAGES = 100;

const LEAST_PASSAGES = 50;
const PASSAGES_A_RESULT = 4;
const MOST_PASSAGES = 4_000;

/**
 * The documents of the best passages, best first, each with the score of its best passage: the first stage.
 *
 * @param leastPassages so many are found if there are as many, for a second stage to choose from
 */
export async function findCandidates(
  index: SearchIndex,
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
    // Long documents may fill the list with their passages: then it is asked for more.
    if (candidates.length >= wanted || passages.length < limit || limit >= MOST_PASSAGES)
      return withoutExcluded(index, query, candidates);
    limit = Math.min(limit * 4, MOST_PASSAGES);
  }
}

/** A document may have an excluded word in a passage that was not found. */
async function withoutExcluded(
  index: SearchIndex,
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

/** Further passages of those candidates of which the index has more than it gave. */
export async function withMorePassages(
  index: SearchIndex,
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
    byDocument(await index.search({ ...query, documentIds, limit })).map((found) => [found.documentId, found]),
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
