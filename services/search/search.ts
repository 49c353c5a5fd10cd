import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import { IndexUnusableError, type PassageQuery, type SearchIndex } from '../index/port.ts';
import { stemsOf } from '../index/words.ts';
import { allotSnippets, type Snippet } from './budgets.ts';
import { findCandidates, withMorePassages, type Candidate } from './candidates.ts';
import { cutSnippet } from './cut-snippet.ts';
import { resolveDateRange } from './date-range.ts';
import { readFound, type FoundDocument } from './found-documents.ts';
import { rerank } from './rerank.ts';
import { freshCandidate } from './fresh-candidate.ts';
import { asSearchDocument, REST_RESPONSE_BYTES, withinResponseBytes, withTruncatedWarning, type SearchResult } from './response.ts';
import type { SearchRequest } from './request.ts';
import type { Scope } from './scopes.ts';

export interface SearchDeps {
  index: SearchIndex;
  database: Database;
  clock: Clock;
  defaultScope: Scope;
}

export interface Search {
  /**
   * The documents that match, best first.
   *
   * @param orgId  sees its own documents and those of everyone
   * @param signal ends the work between its steps; its reason is rethrown
   * @throws ServiceError INVALID_REQUEST for a range of dates that ends before it begins, UNAVAILABLE while the index is
   *   being rebuilt
   */
  search(orgId: string, request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

export function createSearch(deps: SearchDeps): Search {
  return { search: (orgId, request, signal) => search(deps, orgId, request, signal) };
}

/** A candidate and the document that it stands for, as PostgreSQL has it. */
interface Found {
  candidate: Candidate;
  document: FoundDocument;
}

async function search(deps: SearchDeps, orgId: string, request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
  const query = passageQuery(deps, orgId, request);
  signal.throwIfAborted();
  try {
    const firstStage = await findCandidates(deps.index, query, request.maxResults);
    signal.throwIfAborted();
    const candidates = request.tier === 'pro' ? rerank(request.query, firstStage) : firstStage;
    const [found, fuller] = await Promise.all([
      readBest(deps, candidates, query, request),
      fullerCandidates(deps.index, candidates, query, request),
    ]);
    signal.throwIfAborted();
    return respond(found, chooseSnippets(found, fuller, request), request);
  } catch (error) {
    if (!(error instanceof IndexUnusableError)) throw error;
    const message = 'the index is being rebuilt; try again in a moment';
    throw new ServiceError('UNAVAILABLE', message, { cause: error, retryAfterSeconds: 1 });
  }
}

function passageQuery(deps: SearchDeps, orgId: string, request: SearchRequest): Omit<PassageQuery, 'limit'> {
  return {
    query: request.query,
    orgId,
    scope: request.scope ?? deps.defaultScope,
    includeDomains: request.includeDomains,
    excludeDomains: request.excludeDomains,
    ...resolveDateRange(request, deps.clock.now()),
  };
}

// Some candidates fall out when they are read (deleted, or another address of one that is better): so many are spare.
const SPARE = 3;

/** Reads candidates until there are enough: each canonical URL once, nothing that was deleted meanwhile. */
async function readBest(
  deps: SearchDeps,
  candidates: readonly Candidate[],
  query: Omit<PassageQuery, 'limit'>,
  request: SearchRequest,
): Promise<Found[]> {
  const best = new Map<string, Found>();
  let next = 0;
  while (next < candidates.length && best.size < request.maxResults) {
    const part = candidates.slice(next, next + request.maxResults - best.size + SPARE);
    next += part.length;
    for (const found of await readPart(deps, part, query, request)) {
      const { canonicalUrl } = found.document;
      if (!best.has(canonicalUrl)) best.set(canonicalUrl, found);
    }
  }
  return [...best.values()].slice(0, request.maxResults);
}

async function readPart(
  deps: SearchDeps,
  candidates: readonly Candidate[],
  query: Omit<PassageQuery, 'limit'>,
  request: SearchRequest,
): Promise<Found[]> {
  const documents = await readFound(deps.database, candidates.map((candidate) => candidate.documentId), {
    orgId: query.orgId,
    maxCharacters: request.fields.content?.maxCharacters,
    maxBytes: REST_RESPONSE_BYTES,
  });
  const byId = new Map(candidates.map((candidate) => [candidate.documentId, candidate]));
  const found = await Promise.all(
    documents.map(async (document) => {
      const candidate = byId.get(document.id);
      const fresh = candidate && (await freshCandidate(deps.database, candidate, document, query));
      return fresh ? [{ candidate: fresh, document }] : [];
    }),
  );
  return found.flat();
}

/** For snippets: the likely results with all their passages that match, not only those of the first stage. */
async function fullerCandidates(
  index: SearchIndex,
  candidates: readonly Candidate[],
  query: Omit<PassageQuery, 'limit'>,
  request: SearchRequest,
): Promise<Map<Candidate, Candidate>> {
  const { snippets } = request.fields;
  if (!snippets) return new Map();
  const likely = candidates.slice(0, request.maxResults + SPARE);
  const fuller = await withMorePassages(index, query, likely, snippets.maxSnippetsPerResult);
  return new Map(likely.map((candidate, place) => [candidate, fuller[place] ?? candidate]));
}

function chooseSnippets(
  found: readonly Found[],
  fuller: ReadonlyMap<Candidate, Candidate>,
  request: SearchRequest,
): Snippet[][] {
  const options = request.fields.snippets;
  if (!options) return found.map(() => []);
  const wanted = new Set(stemsOf(request.query));
  // A candidate that was refreshed is not in the map: what the index has of it is of another version.
  const passages = found.map(({ candidate }) => (fuller.get(candidate) ?? candidate).passages);
  return allotSnippets(passages, options, (text, maxTokens) => cutSnippet(text, wanted, maxTokens));
}

function respond(found: readonly Found[], snippets: readonly Snippet[][], request: SearchRequest): SearchResult {
  const documents = found.map(({ candidate, document }, index) =>
    asSearchDocument(document, candidate.score, snippets[index] ?? []),
  );
  const result = withinResponseBytes({ documents, warnings: [] }, REST_RESPONSE_BYTES);
  const unread = request.fields.content && found.some(({ document }) => document.content === undefined);
  return unread ? withTruncatedWarning(result) : result;
}
