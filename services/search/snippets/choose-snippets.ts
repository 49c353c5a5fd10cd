import type { PassageHit, SearchIndex } from '../../index/port.ts';
import { queryStems } from '../../text/terms.ts';
import { allotSnippets, type Snippet } from './budgets.ts';
import { withMorePassages, type Candidate } from '../find/candidates.ts';
import { cutSnippet } from './cut-snippet.ts';
import { SPARE_CANDIDATES, type FoundCandidate, type Question } from './read-best.ts';

/** Scores further passages like those of the candidates. */
export type ScorePassages = (passages: readonly PassageHit[]) => Promise<PassageHit[]>;

/**
 * Completes the passages of the likely results, because the first stage finds only some of them. Providers' documents
 * are left out: their candidates have all matching passages already.
 *
 * @returns for each completed candidate, the original mapped to the new one; empty if no snippets are requested
 */
export async function fullerCandidates(
  { index, scored }: { index: Pick<SearchIndex, 'search'>; scored: ScorePassages },
  candidates: readonly Candidate[],
  { request, query, outside }: Question,
): Promise<Map<Candidate, Candidate>> {
  const { snippets } = request.fields;
  if (!snippets) return new Map();
  const likely = candidates
    .slice(0, request.maxResults + SPARE_CANDIDATES)
    .filter(({ documentId }) => !outside.has(documentId));
  const more = await withMorePassages(index, query, likely, snippets.maxSnippetsPerResult);
  const further = await scored(more.flatMap((candidate, place) => missingIn(likely[place], candidate.passages)));
  const byDocument = Map.groupBy(further, ({ documentId }) => documentId);
  return new Map(
    likely.map((candidate) => {
      const passages = [...candidate.passages, ...(byDocument.get(candidate.documentId) ?? [])];
      return [candidate, { ...candidate, passages: passages.sort((a, b) => b.score - a.score) }];
    }),
  );
}

// The document may have been replaced since its candidate was found: passages of two versions do not mix.
function missingIn(candidate: Candidate | undefined, passages: readonly PassageHit[]): PassageHit[] {
  const version = candidate?.passages[0]?.contentHash;
  const known = new Set(candidate?.passages.map(({ ordinal }) => ordinal));
  return passages.filter(({ ordinal, contentHash }) => contentHash === version && !known.has(ordinal));
}

/** Chooses the snippets of each document within the request's budgets, in the order of `found`. */
export function chooseSnippets(
  found: readonly FoundCandidate[],
  fuller: ReadonlyMap<Candidate, Candidate>,
  { request, query }: Question,
): Snippet[][] {
  const options = request.fields.snippets;
  if (!options) return found.map(() => []);
  const wanted = new Set(queryStems(query.query));
  // A refreshed candidate is a new object and not in the map: the index has passages of another version.
  const passages = found.map(({ candidate }) => (fuller.get(candidate) ?? candidate).passages);
  return allotSnippets(passages, options, (text, maxTokens) => cutSnippet(text, wanted, maxTokens));
}
