import type { Foreground } from '../concurrency/foreground.ts';
import type { Clock } from '../core/clock.ts';
import { EVERYONE } from '../../entities/documents/everyone.ts';
import { anyOf } from '../database/builder.ts';
import type { Database, Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';
import { staged, type Stages } from '../core/stages.ts';
import type { Rescore } from './rank/rescore.ts';
import { IndexUnusableError, type PassageQuery, type SearchIndex } from '../index/port.ts';
import type { Snippet } from './snippets/budgets.ts';
import { findCandidates, RESCORED_PASSAGES, type Candidate } from './find/candidates.ts';
import { chooseSnippets, fullerCandidates, type ScorePassages } from './snippets/choose-snippets.ts';
import { resolveDateRange } from '../query/date-range.ts';
import { mixOutside, type MixedCandidates } from './rank/mix-outside.ts';
import type { ProviderSet, ProviderSetAnswer, SearchWarning } from '../providers/provider-set.ts';
import { didYouMean } from './did-you-mean.ts';
import { labelAlternatives } from '../query/labels.ts';
import { parseQuery } from '../query/operators.ts';
import { readBest, type FoundCandidate, type Question } from './snippets/read-best.ts';
import { readOutside, type ReadFoundPage } from './rank/read-outside.ts';
import { rerank } from './rank/rerank.ts';
import { relativeScores } from './rank/shares.ts';
import {
  asSearchDocument,
  REST_RESPONSE_BYTES,
  withinResponseBytes,
  withTruncatedWarning,
  type SearchResult,
} from './snippets/search-result.ts';
import type { SearchRequest } from './snippets/search-request.ts';
import type { Scope } from '../query/scopes.ts';

export interface SearchDeps {
  index: SearchIndex;
  database: Database;
  /** Reads the words of several owners: PostgreSQL cannot look up similar words behind a policy (decision 0032). */
  words: Database;
  clock: Clock;
  defaultScope: Scope;
  /** Providers that are searched in addition to our own index. */
  outside: ProviderSet;
  /** Reads a page for which a provider returned only a snippet. */
  readPage: ReadFoundPage;
  /** Scores candidates by meaning in the tier `pro`. Absent: candidates are ranked by words alone. */
  rescore?: Rescore | undefined;
  /** Time limit of the lookup of a hint for a search that found nothing, in milliseconds. Absent: 5. */
  hintWithinMs?: number | undefined;
  /** Makes background work give way to searches. Absent: there is no background work. */
  foreground?: Pick<Foreground, 'during'> | undefined;
}

/** One search of an organization, which sees its own documents and those of everyone. */
interface AskedSearch {
  orgId: string;
  request: SearchRequest;
  /** Ends the work between its steps; its reason is rethrown. */
  signal: AbortSignal;
  /** Observes `index`, `rows`, `rank` and their parts. */
  stages?: Stages | undefined;
}

export interface Search {
  /**
   * Validates a request before it is billed.
   *
   * @throws ServiceError INVALID_REQUEST for a range of dates that ends before it begins
   */
  check(request: SearchRequest): void;
  /**
   * Returns the matching documents, best first.
   *
   * @param orgId  the organization; it sees its own documents and those of everyone
   * @param signal ends the work between its steps; its reason is rethrown
   * @throws ServiceError INVALID_REQUEST for a range of dates that ends before it begins, UNAVAILABLE while the index
   *   is being rebuilt
   * @throws NoSourceAnswered
   */
  search(orgId: string, request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
  /**
   * As `search`, in two parts: the promise waits for all that the result needs, and its function computes the result. A
   * search that found nothing looks up its hint in the second part, which does not fail.
   */
  find(asked: AskedSearch): Promise<() => Promise<SearchResult>>;
  /** Whether providers are asked too, or our own index alone. */
  asksOutside(request: SearchRequest): boolean;
}

const PROVIDERS_TRIED_AGAIN_SECONDS = 60;

/** Every provider of the scope failed and the organization has no document in it, so nothing was searched. */
export class NoSourceAnswered extends ServiceError {
  constructor(warnings: readonly SearchWarning[]) {
    const message = `No source of this scope answered. ${warnings.map((warning) => `${warning.message}.`).join(' ')}`;
    super('UNAVAILABLE', message, { retryAfterSeconds: PROVIDERS_TRIED_AGAIN_SECONDS });
  }
}

export function createSearch(deps: SearchDeps): Search {
  const find: Search['find'] = (asked) => {
    const work = () => findAndRead(deps, asked);
    return deps.foreground ? deps.foreground.during(work) : work();
  };
  return {
    check: (request) => void resolveDateRange(request, deps.clock.now()),
    search: async (orgId, request, signal) => (await find({ orgId, request, signal }))(),
    find,
    asksOutside: (request) => !request.labels && deps.outside.asks(request.scope ?? deps.defaultScope),
  };
}

async function findAndRead(
  deps: SearchDeps,
  { orgId, request, signal, stages }: AskedSearch,
): Promise<() => Promise<SearchResult>> {
  const scope = request.scope ?? deps.defaultScope;
  const query = passageQuery(deps, orgId, request, scope);
  const rescore = request.tier === 'pro' ? deps.rescore?.(query.query) : undefined;
  const asked: Asked = { scope, request, query, rescore, signal, stages };
  const index = { search: (passages: PassageQuery) => deps.index.search(passages, stages) };
  signal.throwIfAborted();
  try {
    const [own, answer] = await Promise.all([
      staged(stages, 'index', 'wait', () =>
        findCandidates(index, query, request.maxResults, request.tier === 'pro' ? RESCORED_PASSAGES : undefined),
      ),
      askOutside(deps, asked),
    ]);
    signal.throwIfAborted();
    if (own.length === 0 && answer.allFailed && !(await hasDocuments(deps.database, orgId, scope)))
      throw new NoSourceAnswered(answer.warnings);
    const { candidates, outside, scored } = await staged(stages, 'rank', 'work', () =>
      ranked(deps, own, answer, asked),
    );
    const question: Question = { request, query, outside };
    const [found, fuller] = await Promise.all([
      staged(stages, 'rows', 'wait', () => readBest(deps.database, candidates, question)),
      staged(stages, 'further_passages', 'wait', () => fullerCandidates({ index, scored }, candidates, question)),
    ]);
    signal.throwIfAborted();
    return async () => {
      const hints = found.length === 0 ? await hintsFor(deps, index, asked) : [];
      const outcome = { warnings: [...answer.warnings, ...hints], allProvidersFailed: answer.allFailed };
      return respond(found, chooseSnippets(found, fuller, question), request, outcome);
    };
  } catch (error) {
    if (!(error instanceof IndexUnusableError)) throw error;
    const message = 'the index is being rebuilt; try again in a moment';
    throw new ServiceError('UNAVAILABLE', message, { cause: error, retryAfterSeconds: 1 });
  }
}

/** A failed lookup gives no hint. */
function hintsFor(
  { words, hintWithinMs }: SearchDeps,
  index: Pick<SearchIndex, 'search'>,
  { query, stages }: Asked,
): Promise<SearchWarning[]> {
  return staged(stages, 'did_you_mean', 'wait', () =>
    didYouMean({ database: words, index, withinMs: hintWithinMs }, query).catch((): SearchWarning[] => []),
  );
}

function passageQuery(
  deps: SearchDeps,
  orgId: string,
  request: SearchRequest,
  scope: Scope,
): Omit<PassageQuery, 'limit'> {
  const { text, phrases, excluded } = parseQuery(request.query);
  return {
    query: text,
    phrases,
    excluded,
    orgId,
    scope,
    includeDomains: request.includeDomains,
    excludeDomains: request.excludeDomains,
    labels: request.labels && labelAlternatives(request.labels),
    ...resolveDateRange(request, deps.clock.now()),
  };
}

interface Asked extends Omit<Question, 'outside'> {
  scope: Scope;
  rescore: ReturnType<Rescore> | undefined;
  signal: AbortSignal;
  stages: Stages | undefined;
}

const NOT_ASKED: ProviderSetAnswer = { lists: [], warnings: [], allFailed: false };

/** Documents of providers have neither a collection nor metadata. */
function askOutside(
  { outside, clock }: SearchDeps,
  { scope, request, query, signal }: Asked,
): Promise<ProviderSetAnswer> | ProviderSetAnswer {
  if (request.labels) return NOT_ASKED;
  const { fromMs, beforeMs, includeDomains, excludeDomains } = query;
  const bounds = { fromMs, beforeMs, includeDomains, excludeDomains };
  return outside.search(scope, request.query, {
    tier: request.tier,
    limit: request.maxResults,
    nowMs: clock.now().getTime(),
    ...bounds,
    signal,
  });
}

interface Ranked extends MixedCandidates {
  /** Scores further passages of our own documents like those of the candidates. */
  scored: ScorePassages;
}

async function ranked(
  deps: SearchDeps,
  own: Candidate[],
  { lists }: ProviderSetAnswer,
  { request, query, rescore, signal }: Asked,
): Promise<Ranked> {
  const firstStage = await mixOutside(deps.database, own, lists, query);
  if (request.tier === 'base') return { ...firstStage, scored: async (passages) => [...passages] };
  const read = await readOutside(deps.readPage, firstStage, query, signal);
  const shares = relativeScores(read.candidates, read.outside);
  const rescored = await rescore?.(shares.candidates);
  return {
    ...read,
    candidates: rerank(query.query, rescored?.candidates ?? shares.candidates),
    scored: async (passages) => (await rescored?.passages(shares.ofOwn(passages))) ?? shares.ofOwn(passages),
  };
}

/** Whether the organization can see any document in the scope. */
async function hasDocuments({ builder }: Sql, orgId: string, scope: Scope): Promise<boolean> {
  const { found } = await builder
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(
        selectFrom('documents')
          .select('id')
          .where('org_id', '=', anyOf([orgId, EVERYONE]))
          .where((document) => document.or([document('scope', 'is', null), document('scope', '=', scope)])),
      ).as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

function respond(
  found: readonly FoundCandidate[],
  snippets: readonly Snippet[][],
  request: SearchRequest,
  outcome: Omit<SearchResult, 'documents'>,
): SearchResult {
  const documents = found.map(({ candidate, document }, index) =>
    asSearchDocument(document, candidate.score, snippets[index] ?? []),
  );
  const result = withinResponseBytes({ documents, ...outcome }, REST_RESPONSE_BYTES);
  // Own documents have no content beyond the size limit of `readFound`. Providers' documents, which have no owner, may
  // lack content without being truncated.
  const unread =
    request.fields.content && found.some(({ document }) => document.content === undefined && document.orgId !== '');
  return unread ? withTruncatedWarning(result) : result;
}
