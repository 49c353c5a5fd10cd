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
export async function auditLedger({ builder }: Sql): Promise<{ ok: boolean; organizations: AuditedOrganization[] }> {
  const rows = await builder
    .selectFrom('organizations')
    .select(({ selectFrom }) => [
      'id',
      'balance',
      'held',
      selectFrom('postings')
        .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
        .whereRef('org_id', '=', 'organizations.id')
        .as('postings_sum'),
      selectFrom('holds')
        .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
        .whereRef('org_id', '=', 'organizations.id')
        .where('state', '=', 'open')
        .as('holds_sum'),
    ])
    .orderBy('id')
    .execute();
  const organizations = rows.map((row) => ({
    org_id: row.id,
    balance: Number(row.balance),
    held: Number(row.held),
    postings_sum: Number(row.postings_sum),
    ok: row.balance === (row.postings_sum ?? '0') && row.held === (row.holds_sum ?? '0'),
  }));
  return { ok: organizations.every((organization) => organization.ok), organizations };
}
