import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { labelAlternatives, type LabelFilter } from '../query/labels.ts';
import type { Tables } from '../../entities/row-types.ts';

/** What selects documents of one owner. Absent members select all. */
export interface DocumentFilter {
  /** The beginning of the URL, as given at indexing. */
  prefix?: string | undefined;
  /** A folded host name; it covers its subdomains. */
  domain?: string | undefined;
  collection?: string | undefined;
  source?: string | undefined;
  labels?: LabelFilter | undefined;
  /** Part of the title or the URL, in any case. */
  q?: string | undefined;
}

/** A condition for `where`, of the documents that a filter selects. */
export function selectedBy(orgId: string, { prefix, domain, collection, source, labels, q }: DocumentFilter) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'documents'>): Expression<SqlBool> =>
    and([
      eb('org_id', '=', orgId),
      ...(prefix === undefined ? [] : [sql<boolean>`starts_with(url, ${prefix})`]),
      ...(domain === undefined ? [] : [isOfDomain(domain)]),
      ...(collection === undefined ? [] : [eb('collection', '=', collection)]),
      ...(source === undefined ? [] : [eb('source', '=', source)]),
      ...(labels ? labelAlternatives(labels) : []).map((some) => sql<boolean>`labels && ${some}::text[]`),
      ...(q === undefined ? [] : [sql<boolean>`concat_ws(' ', title, url) ilike ${`%${likeText(q)}%`}`]),
    ]);
}

// A canonical URL has no user name and no `www.`, its host is in lower case and ASCII, and a path may be missing in it.
const HOST = sql<string>`substring(canonical_url from '^https://([^/?#:]+)')`;
const HOST_AS_GIVEN = sql<string>`substring(lower(url) from '^https?://(?:[^/?#@]*@)?([^/?#:]+)')`;

function isOfDomain(domain: string) {
  const host = domain.startsWith('www.') ? HOST_AS_GIVEN : HOST;
  return sql<boolean>`'.' || ${host} like ${`%.${likeText(domain)}`}`;
}

const likeText = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
