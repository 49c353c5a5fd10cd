import { audiencesOf } from '../passage-rows.ts';
import type { PassageQuery } from '../port.ts';

type Conditions = Omit<PassageQuery, 'query' | 'limit'>;

/** The SQL condition of a query. A caller's text enters it through `quoted` only. */
export function filterSql(query: Conditions): string {
  const conditions = [`audience IN (${literalList(audiencesOf(query))})`];
  if (query.includeDomains.length > 0)
    conditions.push(`array_has_any(domains, [${literalList(query.includeDomains)}])`);
  if (query.excludeDomains.length > 0)
    conditions.push(`NOT array_has_any(domains, [${literalList(query.excludeDomains)}])`);
  for (const labels of query.labels ?? []) conditions.push(`array_has_any(labels, [${literalList(labels)}])`);
  if (query.fromMs !== undefined) conditions.push(`published_to_ms >= ${integer(query.fromMs)}`);
  if (query.beforeMs !== undefined) conditions.push(`published_from_ms < ${integer(query.beforeMs)}`);
  if (query.documentIds) conditions.push(`document_id IN (${literalList(query.documentIds)})`);
  return conditions.join(' AND ');
}

/** A list of string literals for IN (…) and array literals. */
export function literalList(values: readonly string[]): string {
  return values.map(quoted).join(', ');
}

// The only escape in DataFusion's literals is the doubled quote; a backslash is an ordinary character.
function quoted(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of milliseconds: ${value}`);
  return String(value);
}
