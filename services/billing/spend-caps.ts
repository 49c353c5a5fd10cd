import type { ColumnsOf } from '../../entities/row-types.ts';
import { assign } from '../database/into.ts';
import type { Sql } from '../database/database.ts';

/**
 * What a key may still spend under its caps. A cap counts charges and open holds: what a hold gives back may be spent
 * again. A day is that of the hold or charge, in UTC.
 *
 * It is counted on the row of the key, by the statement that holds or charges, for capped keys alone. Such a statement
 * locks the row of the organization first: so callers of one organization stand in one line, and no two wait for each other.
 * @see docs/decisions/0033-caps-and-rates.md
 */
export interface ExceededCap {
  cap: 'spend_per_day' | 'spend_total';
  /** Credits. */
  limit: number;
  left: number;
}

/** The day of a time, in SQL. */
const dayOf = (at: string) => `(${at} at time zone 'UTC')::date`;

/**
 * Columns of a capped key for a WITH query, locked, as of a time: the day that counts, and what is spent and left. The
 * day never goes back, whatever the clock of a process says.
 *
 * @param at SQL of the time
 */
export function cappedColumns(at: string): string {
  const day = `greatest(spent_on, ${dayOf(at)})`;
  const today = `case when spent_on >= ${dayOf(at)} then spent_today else 0 end`;
  return `api_keys.id, ${day} as day, ${today} as today, spent_total as total, spend_per_day, spend_total,
          least(spend_total - spent_total, spend_per_day - ${today}) as may_spend`;
}

/** Whether a row of `api_keys` has a cap, in SQL. */
export const IS_CAPPED = '(spend_per_day is not null or spend_total is not null)';

/** Assignments that count what a row of `cappedColumns` spends. */
export function countSpent(capped: string, amount: string): string {
  return assign('api_keys', {
    spent_on: `${capped}.day`,
    spent_today: `${capped}.today + ${amount}`,
    spent_total: `${capped}.total + ${amount}`,
  });
}

/** Assignments that give back what a hold of a time has counted. On another day only the sum of all days has it. */
export function uncountSpend(amount: string, heldAt: string): string {
  return assign('api_keys', {
    spent_today: `spent_today - case when spent_on = ${dayOf(heldAt)} then ${amount} else 0 end`,
    spent_total: `spent_total - ${amount}`,
  });
}

/** Columns by which `overCap` tells which cap refuses. */
export const CAP_COLUMNS = 'spend_per_day, spend_total, today, total';

type Count = string | number;

export interface CapRow {
  spend_per_day: Count | null;
  spend_total: Count | null;
  today: Count;
  total: Count;
}

/** The cap of a key that does not cover an amount; the one of all days first, because no day ends it. */
export function exceededCap(row: CapRow | undefined, amount: number): ExceededCap | undefined {
  if (!row) return undefined;
  const caps = [
    { cap: 'spend_total', limit: row.spend_total, spent: row.total },
    { cap: 'spend_per_day', limit: row.spend_per_day, spent: row.today },
  ] as const;
  const over = caps.find(({ limit, spent }) => limit !== null && Number(limit) - Number(spent) < amount);
  if (!over) return undefined;
  return { cap: over.cap, limit: Number(over.limit), left: Math.max(0, Number(over.limit) - Number(over.spent)) };
}

/** The cap of a caller that does not cover an amount now. A caller that is no key has none. */
export async function capBelow(
  sql: Pick<Sql, 'query'>,
  callerId: string | null | undefined,
  { amount, at }: { amount: number; at: Date },
): Promise<ExceededCap | undefined> {
  if (!callerId) return undefined;
  const [row] = await sql.query<
    ColumnsOf<'api_keys', 'spend_per_day' | 'spend_total'> & { today: string; total: string }
  >(
    `select ${CAP_COLUMNS} from (select ${cappedColumns('$2::timestamptz')} from api_keys where id = $1 and ${IS_CAPPED}) capped`,
    [callerId, at],
  );
  return exceededCap(row, amount);
}

/**
 * Counts anew what a key has spent, from postings and open holds, in the transaction that gives it a cap. The caller
 * holds the lock of the organization's row.
 */
export async function recountSpent(sql: Sql, keyId: string, at: Date): Promise<void> {
  await sql.query(
    `with spent as (
       select -amount as amount, ${dayOf('created_at')} as day from postings
        where caller_id = $1 and amount < 0 and org_id = (select org_id from api_keys where id = $1)
       union all
       select amount, ${dayOf('created_at')} from holds
        where caller_id = $1 and state = 'open' and org_id = (select org_id from api_keys where id = $1))
     update api_keys set ${assign('api_keys', {
       spent_on: dayOf('$2::timestamptz'),
       spent_today: `coalesce((select sum(amount) from spent where day = ${dayOf('$2::timestamptz')}), 0)`,
       spent_total: 'coalesce((select sum(amount) from spent), 0)',
     })} where id = $1`,
    [keyId, at],
  );
}
