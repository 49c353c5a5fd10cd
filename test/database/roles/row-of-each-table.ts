import type { Sql } from '../../../services/database/database.ts';

/** Tables whose rows have their organization in another row. A new table of this kind is listed here. */
const PARENTS: Record<string, [column: string, parent: string]> = {
  agent_notes: ['run_id', 'agent_runs'],
  agent_steps: ['run_id', 'agent_runs'],
  monitor_found: ['run', 'monitor_runs'],
  monitor_memory: ['monitor_id', 'monitors'],
  monitor_records: ['monitor_id', 'monitors'],
  monitor_requests: ['monitor_id', 'monitors'],
  monitor_run_requests: ['run', 'monitor_runs'],
  monitor_snapshots: ['monitor_id', 'monitors'],
  monitor_suppressed: ['run', 'monitor_runs'],
  passage_embeddings: ['document_id', 'documents'],
  source_listings: ['source_id', 'sources'],
  source_pages: ['source_id', 'sources'],
  webhook_attempts: ['monitor_id', 'monitors'],
  webhook_outbox: ['monitor_id', 'monitors'],
};

/** Tables whose rows are of no organization. */
const OF_NONE = new Set(['crawl_hosts', 'mikro_orm_migrations', 'term_counting', 'sign_in_failures']);

interface Column {
  name: string;
  type: string;
  /** The first of the values that a check allows, if it lists them. */
  allowed: string | null;
  isKey: boolean;
}

export interface OwnedTable {
  name: string;
  columns: Column[];
  /** The column that tells the organization, or names the row that does. */
  owner: string;
}

/** All tables with rows of organizations, as the database has them. */
export async function ownedTables(sql: Sql): Promise<OwnedTable[]> {
  const rows = await sql.query<Column & { table: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            (select substring(pg_get_constraintdef(k.oid) from '''([a-z._]+)''::text') from pg_constraint k
              where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as allowed,
            exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)) as "isKey"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
        and (a.attnotnull or a.attname = 'org_id')
      order by c.relname, a.attnum`,
  );
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable]
    .filter(([table]) => !OF_NONE.has(table))
    .map(([name, columns]) => ({ name, columns, owner: ownerColumn(name, columns) }));
}

function ownerColumn(table: string, columns: readonly Column[]): string {
  if (table === 'organizations') return 'id';
  const own = columns.find(({ name }) => name === 'org_id')?.name ?? PARENTS[table]?.[0];
  if (own === undefined)
    throw new Error(`${table} says nowhere of which organization its rows are: name it in ${import.meta.url}`);
  return own;
}

/** What the column that tells the organization holds in its rows. */
export function ownerValue(table: OwnedTable, orgId: string): string {
  const parent = PARENTS[table.name]?.[1];
  return parent === undefined ? orgId : `${parent} of ${orgId}`;
}

/**
 * Inserts a row of an organization with no more than the required columns.
 *
 * @param nth tells rows of one organization apart
 */
export async function insertRow(sql: Sql, table: OwnedTable, orgId: string, nth = 0): Promise<void> {
  const values = table.columns.map((column) => valueOf(table, column, orgId, nth));
  const names = table.columns.map(({ name }) => `"${name}"`);
  const casts = table.columns.map(({ type }, place) => `$${place + 1}::text::${type}`);
  await sql.query(`insert into "${table.name}" (${names.join(', ')}) values (${casts.join(', ')})`, values);
}

// Numbers that are unique among the rows of a table: organizations are few.
const numberOf = (orgId: string, nth: number) => (orgId.codePointAt(orgId.length - 1) ?? 0) * 100 + nth;

function valueOf(table: OwnedTable, { name, type, allowed, isKey }: Column, orgId: string, nth: number): string {
  if (name === table.owner)
    return nth > 0 && table.name === 'organizations' ? `${orgId} ${nth}` : ownerValue(table, orgId);
  if (name === 'id' && !/int/.test(type))
    return nth === 0 ? `${table.name} of ${orgId}` : `${table.name} ${nth} of ${orgId}`;
  if (allowed !== null) return allowed;
  if (type.endsWith('[]')) return '{}';
  if (/int|double|numeric/.test(type)) return isKey ? String(numberOf(orgId, nth)) : '0';
  if (/timestamp/.test(type)) return '2026-01-01T00:00:00Z';
  if (type === 'boolean') return 'false';
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return `\\x${Buffer.from(`${orgId} ${nth}`).toString('hex')}`;
  return `${orgId} ${nth}`;
}
