import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../database/database.ts';

export interface HoldRequest {
  orgId: string;
  /** Made of our own ids, so that a retried call meets its own hold. */
  businessKey: string;
  /** Credits to reserve, at least 1. */
  amount: number;
  /** Null: the hold never expires by time; whoever placed it closes it. */
  expiresAt: Date | null;
}

/** `placed` also where the same hold is open already; `settled` where its work was charged before: it is not charged again. */
export type HoldResult = 'placed' | 'insufficient' | 'settled';

export interface Balance {
  balance: number;
  held: number;
}

/** Credits of organizations: append-only postings, holds, one conditional UPDATE each. @see decisions.md 2 */
export interface Ledger {
  /** Adds credits once a business key. */
  grant(orgId: string, businessKey: string, amount: number): Promise<void>;
  hold(request: HoldRequest): Promise<HoldResult>;
  /**
   * Charges `amount` of an open hold and gives the rest back. 0 releases it. A second call changes nothing.
   *
   * @returns whether this call closed the hold
   * @throws RangeError when more than the hold is asked for
   */
  settle(businessKey: string, amount: number): Promise<boolean>;
  /** Gives back all holds whose time has passed; returns how many. */
  expireHolds(): Promise<number>;
  balance(orgId: string): Promise<Balance | undefined>;
}

/** Adds credits inside a transaction of the caller's. @see Ledger.grant */
export async function grantCredits(sql: Sql, grant: Grant): Promise<void> {
  if (await post(sql, grant)) {
    await sql.query('update organizations set balance = balance + $2 where id = $1', [grant.orgId, grant.amount]);
  }
}

export function createLedger(database: Database, clock: Clock): Ledger {
  return {
    grant: (orgId, businessKey, amount) => database.transaction((sql) => grantCredits(sql, { orgId, businessKey, amount, at: clock.now() })),
    hold: (request) => database.transaction((sql) => placeHold(sql, request, clock.now())),
    settle: (businessKey, amount) => database.transaction((sql) => settleHold(sql, businessKey, amount, clock.now())),
    expireHolds: () => expireHolds(database, clock),
    balance: (orgId) => readBalance(database, orgId),
  };
}

export interface Grant {
  orgId: string;
  businessKey: string;
  amount: number;
  at: Date;
}

/** Places a hold inside a transaction of the caller's, so that it stands or falls with the row it pays for. */
export async function placeHold(sql: Sql, request: HoldRequest, at: Date): Promise<HoldResult> {
  const { orgId, businessKey, amount, expiresAt } = request;
  const placed = await sql.query(
    `insert into holds (business_key, org_id, amount, state, expires_at, created_at) values ($1, $2, $3, 'open', $4, $5)
     on conflict (business_key) do update
       set state = 'open', amount = excluded.amount, expires_at = excluded.expires_at, closed_at = null
       where holds.state in ('released', 'expired')
     returning business_key`,
    [businessKey, orgId, amount, expiresAt, at],
  );
  if (placed.length === 0) return existingHold(sql, businessKey);
  const covered = await sql.query(
    'update organizations set held = held + $2 where id = $1 and balance - held >= $2 returning id',
    [orgId, amount],
  );
  if (covered.length > 0) return 'placed';
  await sql.query('delete from holds where business_key = $1', [businessKey]);
  return 'insufficient';
}

async function existingHold(sql: Sql, businessKey: string): Promise<HoldResult> {
  const [hold] = await sql.query<{ state: string }>('select state from holds where business_key = $1', [businessKey]);
  return hold?.state === 'open' ? 'placed' : 'settled';
}

/** Settles inside a transaction of the caller's, beside the row that the charge is for. @see Ledger.settle */
export async function settleHold(sql: Sql, businessKey: string, amount: number, at: Date): Promise<boolean> {
  const [hold] = await sql.query<{ org_id: string; amount: string }>(
    `update holds set state = $2, closed_at = $3 where business_key = $1 and state = 'open' returning org_id, amount`,
    [businessKey, amount > 0 ? 'settled' : 'released', at],
  );
  if (!hold) return false;
  if (amount < 0 || amount > Number(hold.amount)) throw new RangeError(`${amount} of a hold of ${hold.amount} cannot be settled`);
  if (amount > 0) await post(sql, { orgId: hold.org_id, businessKey, amount: -amount, at });
  await sql.query('update organizations set held = held - $2, balance = balance - $3 where id = $1', [hold.org_id, hold.amount, amount]);
  return true;
}

async function post(sql: Sql, { orgId, businessKey, amount, at }: Grant): Promise<boolean> {
  const posted = await sql.query(
    `insert into postings (org_id, business_key, amount, created_at) values ($1, $2, $3, $4)
     on conflict (business_key) do nothing returning id`,
    [orgId, businessKey, amount, at],
  );
  return posted.length > 0;
}

async function expireHolds(database: Database, clock: Clock): Promise<number> {
  return database.transaction(async (sql) => {
    const expired = await sql.query<{ org_id: string; amount: string }>(
      `update holds set state = 'expired', closed_at = $1 where state = 'open' and expires_at <= $1 returning org_id, amount`,
      [clock.now()],
    );
    for (const hold of expired) {
      await sql.query('update organizations set held = held - $2 where id = $1', [hold.org_id, hold.amount]);
    }
    return expired.length;
  });
}

async function readBalance(database: Database, orgId: string): Promise<Balance | undefined> {
  const [row] = await database.query<{ balance: string; held: string }>('select balance, held from organizations where id = $1', [orgId]);
  return row && { balance: Number(row.balance), held: Number(row.held) };
}
