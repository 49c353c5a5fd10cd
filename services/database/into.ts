import type { Tables } from '../../entities/tables.ts';

/** A table and its columns for SQL text that inserts, `holds (org_id, amount)`: names that the entities know. */
export function into<Table extends keyof Tables>(
  table: Table,
  ...columns: Array<keyof Tables[Table] & string>
): string {
  return `${table} (${columns.join(', ')})`;
}
