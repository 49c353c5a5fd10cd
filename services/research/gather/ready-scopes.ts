import { EVERYONE } from '../../../entities/documents/everyone.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Database } from '../../database/database.ts';
import type { ProviderSet } from '../../providers/provider-set.ts';
import { SCOPES, type Scope } from '../../query/scopes.ts';

/**
 * The scopes besides the default one that have content for an organization: a provider is ready, or an indexed document
 * has the scope.
 */
export type ReadyScopes = (orgId: string) => Promise<ReadonlySet<Scope>>;

interface Dependencies {
  database: Database;
  outside: Pick<ProviderSet, 'scopes'>;
  defaultScope: Scope;
}

export function createReadyScopes({ database, outside, defaultScope }: Dependencies): ReadyScopes {
  return async (orgId) => {
    const rows = await database.query<ColumnsOf<'documents', 'scope'>>(
      `select scope from unnest($1::text[]) as scope
        where exists (select from documents where documents.org_id in ($2, '${EVERYONE}') and documents.scope = scope.scope)`,
      [SCOPES, orgId],
    );
    const own = new Set(rows.map(({ scope }) => scope));
    const provided = new Set(
      outside
        .scopes()
        .filter(({ providers }) => providers.some(({ state }) => state === 'ready'))
        .map(({ name }) => name),
    );
    return new Set(SCOPES.filter((scope) => scope !== defaultScope && (own.has(scope) || provided.has(scope))));
  };
}
