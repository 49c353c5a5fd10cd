import type { Clock } from '../core/clock.ts';
import type { ColumnsOf } from '../../entities/row-types.ts';
import type { Database, Sql } from '../database/database.ts';
import { assign, into } from '../database/into.ts';
import type { ChargedFor } from './charged-for.ts';
import { insufficientCredits } from './insufficient.ts';
import { capBelow, cappedColumns, countSpent, uncountSpend, IS_CAPPED } from './spend-caps.ts';

export interface HoldRequest {
  orgId: string;
  /** Built from the service's own ids, so that a retried call finds its own hold. */
  businessKey: string;
  /** Credits to reserve, at least 1. */
  amount: number;
  /** Null: the hold never expires. The code that placed it closes it. */
  expiresAt: Date | null;
  /** Absent: usage reports do not show a purpose. */
  chargedFor?: ChargedFor | undefined;
}

/**
 * `placed` also if the same hold is already open. `settled` if the work was charged before: it is not charged again.
 */
export type HoldResult = 'placed' | 'insufficient' | 'settled';

interface Balance {
  balance: number;
  held: number;
}

/**
 * Credits of organizations: append-only postings and holds. Each change is one conditional UPDATE. Every statement
 * locks the organization's row before its holds, which avoids deadlocks. It computes both amounts from the row that it
 * locked: PostgreSQL checks the constraints first on the row of the statement's snapshot, which may be older.
 * @see docs/rules.md#credits
 */
export interface Ledger {
  /** Adds credits, once per business key. */
  grant(orgId: string, businessKey: string, amount: number): Promise<void>;
  /** @throws ServiceError INSUFFICIENT_CREDITS naming the cap of the key, where that is what refuses it */
  hold(request: HoldRequest): Promise<HoldResult>;
  /**
   * Charges `amount` of an open hold and releases the rest. 0 releases all of it. A second call changes nothing.
   *
   * @returns whether this call closed the hold
   * @throws RangeError if `amount` exceeds the hold
   */
  settle(businessKey: string, amount: number): Promise<boolean>;
  /** Releases all expired holds and returns their number. */
  expireHolds(): Promise<number>;
  balance(orgId: string): Promise<Balance | undefined>;
}

/** Adds credits in the caller's transaction. @see Ledger.grant */
export async function grantCredits(sql: Sql, grant: Grant): Promise<void> {
  if (await post(sql, grant)) {
    await sql.builder
      .updateTable('organizations')
      .set((organization) => ({ balance: organization('balance', '+', String(grant.amount)) }))
      .where('id', '=', grant.orgId)
      .execute();
  }
}

/**
 * Takes credits back in the caller's transaction.
 *
 * @param correction of a negative amount, under a business key that is new
 * @returns whether the balance covers it beside its holds; else nothing has changed
 */
export async function correctBalance(sql: Sql, correction: Grant): Promise<boolean> {
  const amount = String(correction.amount);
  const taken = await sql.query<ColumnsOf<'organizations', 'id'>>(
    `with owing as (select id, balance, held from organizations where id = $1 and balance - held >= -$2::bigint for update)
     update organizations set balance = owing.balance + $2::bigint, held = owing.held from owing
     where organizations.id = owing.id returning organizations.id`,
    [correction.orgId, amount],
  );
  return taken.length > 0 && post(sql, correction);
}

export function createLedger(database: Database, clock: Clock): Ledger {
  return {
    grant: (orgId, businessKey, amount) =>
      database.transaction((sql) => grantCredits(sql, { orgId, businessKey, amount, at: clock.now() })),
    hold: (request) => placeHold(database, request, clock.now()),
    settle: (businessKey, amount) => settleHold(database, businessKey, amount, clock.now()),
    expireHolds: () => expireHolds(database, clock),
    balance: (orgId) => readBalance(database, orgId),
  };
}

export interface Grant {
  orgId: string;
  businessKey: string;
  amount: number | bigint;
  /** Why an operator does it. */
  reason?: string | null;
  at: Date;
}

const REOPENED = assign('holds', {
  state: `'open'`,
  amount: 'excluded.amount',
  expires_at: 'excluded.expires_at',
  created_at: 'excluded.created_at',
  closed_at: 'null',
});

/**
 * Places a hold in the caller's transaction, together with the row that it pays for. It is one statement, because every
 * billed call waits for it.
 *
 * @throws ServiceError INSUFFICIENT_CREDITS naming the cap of the key, where that is what refuses it
 */
export async function placeHold(sql: Sql, request: HoldRequest, at: Date): Promise<HoldResult> {
  const { orgId, businessKey, amount, expiresAt, chargedFor } = request;
  const placed = await sql.query<ColumnsOf<'organizations', 'id'>>(
    `with covering as (
            select id, balance, held from organizations
            where id = $2 and balance - held >= $3
              and not exists (select from postings where postings.business_key = $1) for update),
          capped as (
            select ${cappedColumns('$5::timestamptz')} from api_keys join covering on covering.id = api_keys.org_id
            where api_keys.id = $7 and ${IS_CAPPED} for update of api_keys),
          placed as (
            insert into ${into('holds', 'business_key', 'org_id', 'amount', 'state', 'expires_at', 'created_at', 'operation', 'caller_id', 'scope')}
            select $1, id, $3, 'open', $4, $5, $6, $7, $8 from covering
            where not exists (select from capped where may_spend < $3)
            on conflict (business_key) do update
              set ${REOPENED}
              where holds.state in ('released', 'expired')
            returning org_id),
          counted as (
            update api_keys set ${countSpent('capped', '$3')} from capped, placed where api_keys.id = capped.id)
     update organizations set held = covering.held + $3, balance = covering.balance from covering, placed
     where organizations.id = covering.id and placed.org_id = covering.id
     returning organizations.id`,
    [businessKey, orgId, amount, expiresAt, at, ...storedUsage(chargedFor)],
  );
  return placed.length > 0 ? 'placed' : whyNotPlaced(sql, request, at);
}

const storedUsage = (chargedFor: ChargedFor | undefined) => [
  chargedFor?.operation ?? null,
  chargedFor?.callerId ?? null,
  chargedFor?.scope ?? null,
];

async function whyNotPlaced(sql: Sql, request: HoldRequest, at: Date): Promise<HoldResult> {
  const { orgId, businessKey, amount, chargedFor } = request;
  const hold = await readHold(sql, businessKey);
  if (hold?.state === 'open') return 'placed';
  if (hold?.state === 'settled' || (await isPosted(sql, businessKey))) return 'settled';
  if (!(await covers(sql, orgId, amount))) return 'insufficient';
  const over = await capBelow(sql, chargedFor?.callerId, { amount, at });
  if (over) throw insufficientCredits(amount, over);
  return 'insufficient';
}

async function covers({ builder }: Sql, orgId: string, amount: number): Promise<boolean> {
  const row = await builder
    .selectFrom('organizations')
    .select(['balance', 'held'])
    .where('id', '=', orgId)
    .executeTakeFirst();
  return row !== undefined && Number(row.balance) - Number(row.held) >= amount;
}

/** Whether the work was charged, with a hold or without one. @see createCharges */
async function isPosted({ builder }: Sql, businessKey: string): Promise<boolean> {
  const posted = builder.selectFrom('postings').select('id').where('business_key', '=', businessKey);
  return (await posted.executeTakeFirst()) !== undefined;
}

function readHold({ builder }: Sql, businessKey: string): Promise<ColumnsOf<'holds', 'state' | 'amount'> | undefined> {
  return builder
    .selectFrom('holds')
    .select(['state', 'amount'])
    .where('business_key', '=', businessKey)
    .executeTakeFirst();
}

/** Settles a hold in the caller's transaction, together with the row that is charged. @see Ledger.settle */
export async function settleHold(sql: Sql, businessKey: string, amount: number, at: Date): Promise<boolean> {
  if (amount < 0) throw new RangeError(`${amount} credits cannot be settled`);
  const settled = await sql.query<ColumnsOf<'organizations', 'id'>>(
    `with paying as (
            select id, balance, held from organizations
            where id = (select org_id from holds where business_key = $1) for update),
          closed as (
            update holds set ${assign('holds', { state: '$2', closed_at: '$3' })} from paying
            where business_key = $1 and org_id = paying.id and state = 'open' and amount >= $4
            returning org_id, amount, operation, caller_id, scope, created_at),
          posted as (
            insert into ${into('postings', 'org_id', 'business_key', 'amount', 'created_at', 'operation', 'caller_id', 'scope')}
            select org_id, $1, -$4::bigint, $3, operation, caller_id, scope from closed where $4 > 0
            on conflict (business_key) do nothing
            returning amount),
          rest as (
            select caller_id, created_at, amount + coalesce((select posted.amount from posted), 0) as amount from closed),
          given_back as (
            update api_keys set ${uncountSpend('rest.amount', 'rest.created_at')} from rest
            where id = rest.caller_id and rest.amount > 0 and ${IS_CAPPED})
     update organizations
     set held = paying.held - closed.amount,
         balance = paying.balance + coalesce((select posted.amount from posted), 0)
     from paying, closed where organizations.id = paying.id and closed.org_id = paying.id
     returning organizations.id`,
    [businessKey, amount > 0 ? 'settled' : 'released', at, amount],
  );
  if (settled.length > 0) return true;
  const hold = await readHold(sql, businessKey);
  if (hold?.state === 'open' && amount > Number(hold.amount))
    throw new RangeError(`${amount} of a hold of ${hold.amount} cannot be settled`);
  return false;
}

async function post({ builder }: Sql, { orgId, businessKey, amount, reason = null, at }: Grant): Promise<boolean> {
  const posted = await builder
    .insertInto('postings')
    .values({ org_id: orgId, business_key: businessKey, amount: String(amount), reason, created_at: at })
    .onConflict((conflict) => conflict.column('business_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return posted !== undefined;
}

async function expireHolds(database: Database, clock: Clock): Promise<number> {
  const [expired] = await database.query<{ count: string }>(
    `with owing as (
            select id, balance, held from organizations
            where id in (select org_id from holds where state = 'open' and expires_at <= $1) order by id for update),
          closed as (
            update holds set ${assign('holds', { state: "'expired'", closed_at: '$1' })} from owing
            where org_id = owing.id and state = 'open' and expires_at <= $1
            returning org_id, amount, caller_id, created_at),
          of_key as (
            select caller_id, sum(of_day) as amount, jsonb_object_agg(day, of_day) as days
            from (select caller_id, (created_at at time zone 'UTC')::date as day, sum(amount) as of_day
                  from closed group by 1, 2) by_day
            group by 1),
          given_back_to_key as (
            update api_keys set ${assign('api_keys', {
              spent_today: `spent_today - coalesce((of_key.days->>spent_on::text)::bigint, 0)`,
              spent_total: 'spent_total - of_key.amount',
            })} from of_key
            where id = of_key.caller_id and ${IS_CAPPED}),
          given_back as (
            update organizations set held = owing.held - due.amount, balance = owing.balance
            from owing join (select org_id, sum(amount) as amount from closed group by org_id) due on org_id = owing.id
            where organizations.id = owing.id)
     select count(*) from closed`,
    [clock.now()],
  );
  return Number(expired?.count);
}

async function readBalance({ builder }: Sql, orgId: string): Promise<Balance | undefined> {
  const row = await builder
    .selectFrom('organizations')
    .select(['balance', 'held'])
    .where('id', '=', orgId)
    .executeTakeFirst();
  return row && { balance: Number(row.balance), held: Number(row.held) };
}
