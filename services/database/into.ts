import type { Tables } from '../../entities/row-types.ts';

/** A table and its columns for an INSERT in SQL text: `holds (org_id, amount)`. The entities define the names. */
export function into<Table extends keyof Tables>(
  table: Table,
  ...columns: Array<keyof Tables[Table] & string>
): string {
  return `${table} (${columns.join(', ')})`;
}

/** Assignments for an UPDATE in SQL text: `state = $2, closed_at = $3`. The entities define the columns. */
export function assign<Table extends keyof Tables>(
  _table: Table,
  expressions: { [Column in keyof Tables[Table] & string]?: string },
): string {
  return Object.entries(expressions)
    .map(([column, expression]) => `${column} = ${String(expression)}`)
    .join(', ');
}
