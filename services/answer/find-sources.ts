import { ServiceError } from '../core/errors.ts';
import type { Model } from '../model/port.ts';
import type { SearchRequest } from '../search/snippets/search-request.ts';
import type { SearchDocument } from '../search/snippets/search-result.ts';
import type { Search } from '../search/search.ts';
import { followUpQuery } from './follow-up-query.ts';
import { mergeDocuments } from './merge-documents.ts';
import type { AnswerRequest } from './answer-request.ts';
import { charactersToRead } from '../answer-units/further-parts.ts';
import { asksMeaning, questionKind } from '../answer-units/languages/question-kind.ts';
import { rewriteQuery } from './rewrite-query.ts';
import { sourcesOf } from '../grounding/sources-of.ts';

// pro reads more pages, and more of each.
const READING = {
  base: { maxResults: 8, maxSnippetsPerResult: 3, maxTokens: 16_384 },
  pro: { maxResults: 20, maxSnippetsPerResult: 8, maxTokens: 65_536 },
} as const;
const CONTENT_CHARACTERS = 100_000;
// A glossary stands behind the pages that mention what it defines.
const RESULTS_FOR_A_MEANING = 20;

export interface FindSourcesDeps {
  search: Pick<Search, 'search'>;
  model: Model | undefined;
}

/**
 * The documents to answer from, best first. With a model, pro also runs rewritten queries, and then one query for
 * missing facts.
 *
 * @throws the errors of `Search` and `Model`
 */
export async function findSources(
  deps: FindSourcesDeps,
  orgId: string,
  request: AnswerRequest,
  signal: AbortSignal,
): Promise<SearchDocument[]> {
  const { search, model } = deps;
  const asGiven = searchRequest(request, model !== undefined);
  if (!model || request.tier === 'base') return (await search.search(orgId, asGiven, signal)).documents;
  const first = await firstRound({ search, model, orgId, asGiven }, signal);
  if (first.length === 0) return first;
  const missing = await followUpQuery(model, { question: request.query, sources: sourcesOf(first) }, signal);
  if (missing === undefined) return first;
  return merged([first, await documentsOrNone(search, orgId, { ...asGiven, query: missing }, signal)], asGiven);
}

/** The largest number of sources that an answer names. */
export const mostSources = ({ tier }: Pick<AnswerRequest, 'tier'>): number => READING[tier].maxResults;

interface Round {
  search: FindSourcesDeps['search'];
  model: Model;
  orgId: string;
  asGiven: SearchRequest;
}

async function firstRound({ search, model, orgId, asGiven }: Round, signal: AbortSignal): Promise<SearchDocument[]> {
  // The first failure cancels the rest of the work.
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const others = async () => {
    const queries = await rewriteQuery(model, asGiven.query, both);
    return Promise.all(queries.map((query) => documentsOrNone(search, orgId, { ...asGiven, query }, both)));
  };
  try {
    const [first, further] = await Promise.all([search.search(orgId, asGiven, both), others()]);
    return merged([first.documents, ...further], asGiven);
  } finally {
    ending.abort();
  }
}

function merged(lists: ReadonlyArray<readonly SearchDocument[]>, { maxResults }: SearchRequest): SearchDocument[] {
  const documents = mergeDocuments(lists, maxResults);
  return documents.map((document) => ({
    ...document,
    snippets: document.snippets.slice(0, READING.pro.maxSnippetsPerResult),
  }));
}

/** The caller's own query must succeed; rewritten queries are optional. */
async function documentsOrNone(
  search: Pick<Search, 'search'>,
  orgId: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchDocument[]> {
  try {
    return (await search.search(orgId, request, signal)).documents;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/** How much of each document is read beside its passages; undefined: nothing. */
function contentCharacters({ query, includeContent, responseFormat }: AnswerRequest, isWritten: boolean) {
  const forUnits = isWritten || responseFormat.type === 'json_schema' ? 0 : charactersToRead(query);
  const most = Math.max(forUnits, includeContent ? CONTENT_CHARACTERS : 0);
  return most > 0 ? most : undefined;
}

function searchRequest(request: AnswerRequest, isWritten: boolean): SearchRequest {
  const { query, scope, tier, labels, responseFormat } = request;
  const maxCharacters = contentCharacters(request, isWritten);
  const maxResults = isWritten || !asksMeaning(questionKind(query)) ? READING[tier].maxResults : RESULTS_FOR_A_MEANING;
  // A schema's members use other words than the question, so more of each document is read.
  const { maxSnippetsPerResult, maxTokens } = READING[responseFormat.type === 'json_schema' ? 'pro' : tier];
  return {
    query,
    scope,
    tier: 'pro',
    maxResults,
    includeDomains: [],
    excludeDomains: [],
    from: undefined,
    to: undefined,
    ...(labels && { labels }),
    fields: {
      content: maxCharacters === undefined ? undefined : { maxCharacters },
      snippets: { maxSnippets: undefined, maxSnippetsPerResult, maxTokens, maxTokensPerResult: maxTokens },
    },
  };
}
