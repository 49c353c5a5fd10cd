import type { SearchIndex } from '../../index/port.ts';
import { stemsOf } from '../../text/words.ts';
import { allotSnippets, type Snippet } from './budgets.ts';
import { withMorePassages, type Candidate } from '../find/candidates.ts';
import { cutSnippet } from './cut-snippet.ts';
import { SPARE, type FoundCandidate, type Question } from './read-best.ts';

/** The likely results with all their passages that match, not only those of the first stage; those of our own alone. */
export async function fullerCandidates(
  index: SearchIndex,
  candidates: readonly Candidate[],
  { request, query, outside }: Question,
): Promise<Map<Candidate, Candidate>> {
  const { snippets } = request.fields;
  if (!snippets) return new Map();
  const likely = candidates.slice(0, request.maxResults + SPARE).filter(({ documentId }) => !outside.has(documentId));
  const fuller = await withMorePassages(index, query, likely, snippets.maxSnippetsPerResult);
  return new Map(likely.map((candidate, place) => [candidate, fuller[place] ?? candidate]));
}

/** For each found document its snippets, within the request's budgets. */
export function chooseSnippets(
  found: readonly FoundCandidate[],
  fuller: ReadonlyMap<Candidate, Candidate>,
  { request, query }: Question,
): Snippet[][] {
  const options = request.fields.snippets;
  if (!options) return found.map(() => []);
  const wanted = new Set(stemsOf(query.query));
  // A candidate that was refreshed is not in the map: what the index has of it is of another version.
  const passages = found.map(({ candidate }) => (fuller.get(candidate) ?? candidate).passages);
  return allotSnippets(passages, options, (text, maxTokens) => cutSnippet(text, wanted, maxTokens));
}
