import type { Sql } from '../database/database.ts';

export interface AuditedOrganization {
  org_id: string;
  balance: number;
  held: number;
  postings_sum: number;
  /** Whether the balance is the sum of the postings and `held` the sum of the open holds. */
  ok: boolean;
}

/** Compares every organization's balance with its postings and holds, in one snapshot. */
export async function auditLedger(sql: Sql): Promise<{ ok: boolean; organizations: AuditedOrganization[] }> {
  const rows = await sql.query<{ id: string; balance: string; held: string; postings_sum: string; holds_sum: string }>(
    `select id, balance, held,
       coalesce((select sum(amount) from postings where org_id = organizations.id), 0) as postings_sum,
       coalesce((select sum(amount) from holds where org_id = organizations.id and state = 'open'), 0) as holds_sum
     from organizations order by id`,
  );
  const organizations = rows.map((row) => ({
    org_id: row.id,
    balance: Number(row.balance),
    held: Number(row.held),
    postings_sum: Number(row.postings_sum),
    ok: row.balance === row.postings_sum && row.held === row.holds_sum,
  }));
  return { ok: organizations.every((organization) => organization.ok), organizations };
}
