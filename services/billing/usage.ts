import type { Sql } from '../database/database.ts';

export const USAGE_GROUPS = ['day', 'key', 'operation', 'scope'] as const;

type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageSpan {
  orgId: string;
  /** Half open. */
  from: Date;
  before: Date;
  groupBy: UsageGroup;
}

export interface UsageRow {
  /** The day in UTC (`YYYY-MM-DD`), the id of the key or user, the operation, or the scope. Null: unknown, or none. */
  group: string | null;
  /** Name of the key or user; null for other groups, and for keys without a name. */
  name: string | null;
  /** Number of charged calls. */
  calls: number;
  credits: number;
}

const GROUPED: Record<UsageGroup, string> = {
  day: `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  key: 'caller_id',
  operation: 'operation',
  scope: 'scope',
};

/** The charges of an organization within a time span, from the ledger: days in order, other groups by their credits. */
export async function readUsage(sql: Sql, { orgId, from, before, groupBy }: UsageSpan): Promise<UsageRow[]> {
  const order = groupBy === 'day' ? 'named.group' : 'credits desc, named.group';
  const rows = await sql.query<{ group: string | null; name: string | null; calls: string; credits: string }>(
    `with charged as (
            select ${GROUPED[groupBy]} as group, count(*) as calls, -sum(amount) as credits
            from postings where org_id = $1 and amount < 0 and created_at >= $2 and created_at < $3
            group by 1)
     select named.group, calls, credits,
            coalesce((select nullif(name, '') from api_keys where id = named.group and org_id = $1),
                     (select name from users where id = named.group and org_id = $1)) as name
     from charged named order by ${order}`,
    [orgId, from, before],
  );
  return rows.map(({ group, name, calls, credits }) => ({
    group,
    name,
    calls: Number(calls),
    credits: Number(credits),
  }));
}
