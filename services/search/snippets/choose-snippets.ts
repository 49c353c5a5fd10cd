import type { PassageHit, SearchIndex } from '../../index/port.ts';
import { queryStems } from '../../text/terms.ts';
import { allotSnippets, type Snippet } from './budgets.ts';
import { withMorePassages, type Candidate } from '../find/candidates.ts';
import { cutSnippet } from './cut-snippet.ts';
import { SPARE, type FoundCandidate, type Question } from './read-best.ts';

/** Scores further passages like those of the candidates. */
export type ScorePassages = (passages: readonly PassageHit[]) => Promise<PassageHit[]>;

/** The likely results with all their passages that match, not only those of the first stage; those of our own alone. */
export async function fullerCandidates(
  { index, scored }: { index: SearchIndex; scored: ScorePassages },
  candidates: readonly Candidate[],
  { request, query, outside }: Question,
): Promise<Map<Candidate, Candidate>> {
  const { snippets } = request.fields;
  if (!snippets) return new Map();
  const likely = candidates.slice(0, request.maxResults + SPARE).filter(({ documentId }) => !outside.has(documentId));
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

function missingIn(candidate: Candidate | undefined, passages: readonly PassageHit[]): PassageHit[] {
  const known = new Set(candidate?.passages.map(({ ordinal }) => ordinal));
  return passages.filter(({ ordinal }) => !known.has(ordinal));
}

/** For each found document its snippets, within the request's budgets. */
export function chooseSnippets(
  found: readonly FoundCandidate[],
  fuller: ReadonlyMap<Candidate, Candidate>,
  { request, query }: Question,
): Snippet[][] {
  const options = request.fields.snippets;
  if (!options) return found.map(() => []);
  const wanted = new Set(queryStems(query.query));
  // A candidate that was refreshed is not in the map: what the index has of it is of another version.
  const passages = found.map(({ candidate }) => (fuller.get(candidate) ?? candidate).passages);
  return allotSnippets(passages, options, (text, maxTokens) => cutSnippet(text, wanted, maxTokens));
}
