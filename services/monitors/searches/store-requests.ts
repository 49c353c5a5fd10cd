import { noneOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { assign, into } from '../../database/into.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Search } from '../../search/search.ts';
import type { Scope } from '../../query/scopes.ts';
import { identityOf, type SearchInput } from './search-requests.ts';

/** A validated search. */
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

/** Replaces the monitor's searches. A search whose body is unchanged keeps its id and its health. */
export async function storeRequests(
  sql: Sql,
  monitorId: string,
  requests: readonly CheckedRequest[],
  now: Date,
): Promise<void> {
  const identities = requests.map(({ identity }) => identity);
  await sql.builder
    .updateTable('monitor_requests')
    .set({ removed_at: now })
    .where('monitor_id', '=', monitorId)
    .where('removed_at', 'is', null)
    .where('identity', '<>', noneOf(identities))
    .execute();
  await sql.query(
    `insert into ${into('monitor_requests', 'id', 'monitor_id', 'ordinal', 'identity', 'request')}
     select id, $1, place - 1, identity, request
       from unnest($2::text[], $3::text[], $4::jsonb[]) with ordinality as given(id, identity, request, place)
     on conflict (monitor_id, identity) where removed_at is null do update
       set ${assign('monitor_requests', { ordinal: 'excluded.ordinal', request: 'excluded.request' })}`,
    [monitorId, requests.map(() => newId('mrq')), identities, requests.map(({ given }) => JSON.stringify(given))],
  );
}
