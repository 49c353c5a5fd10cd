import type { REQUEST_KINDS } from '../../../entities/monitors/monitor-request.ts';
import { noneOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { assign, into } from '../../database/into.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Search } from '../../search/search.ts';
import type { Scope } from '../../query/scopes.ts';
import { identityOf, type SearchInput } from './search-requests.ts';

/** The place of the first page in a monitor's list: searches are before it. */
export const PAGES_FROM = 1_000;

/** A validated search or page. */
export interface CheckedRequest {
  given: Record<string, unknown>;
  identity: string;
}

/** @throws ServiceError INVALID_REQUEST for two identical searches, and for an invalid search */
export function checkRequests(
  requests: readonly SearchInput[],
  { search, defaultScope }: { search: Pick<Search, 'check'>; defaultScope: Scope },
): CheckedRequest[] {
  const places = new Map<string, number>();
  return requests.map(({ given, request }, index) => {
    try {
      search.check(request);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw invalid(`search_requests.${index}.${error.message}`, `search_requests.${index}`);
    }
    const identity = identityOf(request, defaultScope);
    const same = places.get(identity);
    if (same !== undefined)
      throw invalid(`search_requests.${index}: is identical to search_requests.${same}`, `search_requests.${index}`);
    places.set(identity, index);
    return { given, identity };
  });
}

const invalid = (message: string, param: string) => new ServiceError('INVALID_REQUEST', message, { param });

/** The requests of one kind that a monitor has from now on. */
export interface RequestsToStore {
  monitorId: string;
  kind: (typeof REQUEST_KINDS)[number];
  requests: readonly CheckedRequest[];
  now: Date;
}

/** Replaces the monitor's requests of a kind. One whose body is unchanged keeps its id and its health. */
export async function storeRequests(sql: Sql, { monitorId, kind, requests, now }: RequestsToStore): Promise<void> {
  const identities = requests.map(({ identity }) => identity);
  await sql.builder
    .updateTable('monitor_requests')
    .set({ removed_at: now })
    .where('monitor_id', '=', monitorId)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .where('identity', '<>', noneOf(identities))
    .execute();
  await sql.query(
    `insert into ${into('monitor_requests', 'id', 'monitor_id', 'kind', 'ordinal', 'identity', 'request')}
     select id, $1, $5, $6::int + place - 1, identity, request
       from unnest($2::text[], $3::text[], $4::jsonb[]) with ordinality as given(id, identity, request, place)
     on conflict (monitor_id, identity) where removed_at is null do update
       set ${assign('monitor_requests', { ordinal: 'excluded.ordinal', request: 'excluded.request' })}`,
    [
      monitorId,
      requests.map(() => newId('mrq')),
      identities,
      requests.map(({ given }) => JSON.stringify(given)),
      kind,
      kind === 'page' ? PAGES_FROM : 0,
    ],
  );
}

const MOST_REQUESTS = 1_000;

/** @param count of the searches and pages of a monitor @throws ServiceError INVALID_REQUEST for none, and for too many */
export function requireRequests(count: number): void {
  if (count === 0) throw invalid('search_requests: a monitor has at least one search or page', 'search_requests');
  if (count > MOST_REQUESTS)
    throw invalid(`page_requests: a monitor has at most ${MOST_REQUESTS} searches and pages`, 'page_requests');
}

/** How many searches and pages a monitor has. */
export async function countRequests({ builder }: Sql, monitorId: string): Promise<number> {
  const { requests } = await builder
    .selectFrom('monitor_requests')
    .select(({ fn }) => fn.countAll<string>().as('requests'))
    .where('monitor_id', '=', monitorId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(requests);
}
