import type { Sql } from '../database/database.ts';

export interface StatementSpan {
  orgId: string;
  /** Half open. */
  from: Date;
  before: Date;
}

/** The credits of an organization over a span: what it had, what came, what went, and what it has. */
export interface Statement {
  opening: number;
  granted: number;
  charged: number;
  closing: number;
  /** Of the span. */
  postings: number;
}

/** One movement of credits. */
export interface StatementLine {
  id: string;
  at: Date;
  /** Positive: granted. Negative: charged, or taken back. */
  amount: number;
  /** After this line. */
  balance: number;
  /** Null for grants and corrections. */
  operation: string | null;
  callerId: string | null;
  /** What the key or user is called; null if it has no name. */
  callerName: string | null;
  scope: string | null;
  /** Of a grant or correction. */
  reason: string | null;
  /** The business key: the request, run or grant that it belongs to. */
  reference: string;
}

export interface StatementPage {
  limit: number;
  /** Id of a line: later ones are returned. */
  after?: string | undefined;
}

/** The sums of a statement, from the ledger alone, so that `opening` is the `closing` of the span before. */
export async function readStatement(sql: Sql, { orgId, from, before }: StatementSpan): Promise<Statement> {
  const [row] = await sql.query<Record<keyof Statement, string>>(
    `select coalesce(sum(amount) filter (where created_at < $2), 0) as opening,
            coalesce(sum(amount) filter (where created_at >= $2 and amount > 0), 0) as granted,
            coalesce(-sum(amount) filter (where created_at >= $2 and amount < 0), 0) as charged,
            coalesce(sum(amount), 0) as closing,
            count(*) filter (where created_at >= $2) as postings
     from postings where org_id = $1 and created_at < $3`,
    [orgId, from, before],
  );
  return {
    opening: Number(row?.opening),
    granted: Number(row?.granted),
    charged: Number(row?.charged),
    closing: Number(row?.closing),
    postings: Number(row?.postings),
  };
}

/** A page of the lines of a statement, oldest first. */
export async function readStatementLines(
  sql: Sql,
  { orgId, from, before }: StatementSpan,
  { limit, after = '0' }: StatementPage,
): Promise<{ hasMore: boolean; lines: StatementLine[] }> {
  const rows = await sql.query<Record<'id' | 'amount' | 'balance' | 'reference', string> & Raw>(
    `with page as (
       select id, created_at, amount, operation, caller_id, scope, reason, business_key
       from postings where org_id = $1 and created_at >= $2 and created_at < $3 and id > $4
       order by id limit $5)
     select id, created_at, amount, operation, caller_id, scope, reason, business_key as reference,
            sum(amount) over (order by id)
              + coalesce((select sum(amount) from postings where org_id = $1 and created_at < $2), 0)
              + coalesce((select sum(amount) from postings
                          where org_id = $1 and created_at >= $2 and created_at < $3 and id <= $4), 0) as balance,
            coalesce((select nullif(name, '') from api_keys where id = caller_id and org_id = $1),
                     (select name from users where id = caller_id and org_id = $1)) as caller_name
     from page order by id`,
    [orgId, from, before, after, limit + 1],
  );
  const lines = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.created_at,
    amount: Number(row.amount),
    balance: Number(row.balance),
    operation: row.operation,
    callerId: row.caller_id,
    callerName: row.caller_name,
    scope: row.scope,
    reason: row.reason,
    reference: row.reference,
  }));
  return { hasMore: rows.length > limit, lines };
}

interface Raw {
  created_at: Date;
  operation: string | null;
  caller_id: string | null;
  caller_name: string | null;
  scope: string | null;
  reason: string | null;
}

const MOST_LINES = 1_000;

/** All lines of a statement, page by page. */
export async function* allStatementLines(
  readPage: (page: StatementPage) => ReturnType<typeof readStatementLines>,
): AsyncGenerator<StatementLine[]> {
  let after: string | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await readPage({ limit: MOST_LINES, after });
    yield page.lines;
    ({ hasMore } = page);
    after = page.lines.at(-1)?.id;
  }
}
