import { LRUCache } from 'lru-cache';
import type { ColumnsOf } from '../../entities/row-types.ts';
import type { Clock } from '../core/clock.ts';
import { anyOf } from '../database/builder.ts';
import type { Database, Prepared } from '../database/database.ts';
import { into } from '../database/into.ts';
import type { ChargedFor } from './charged-for.ts';
import {
  CAP_COLUMNS,
  capBelow,
  cappedColumns,
  countSpent,
  IS_CAPPED,
  exceededCap,
  type CapRow,
  type ExceededCap,
} from './spend-caps.ts';

/** Credits for one finished piece of work. */
interface FinalCharge {
  orgId: string;
  /** Built from the service's own ids: work is charged once per key, whatever is retried. */
  businessKey: string;
  /** At least 1. */
  amount: number;
  /** Absent: usage reports do not show a purpose. */
  chargedFor?: ChargedFor | undefined;
}

/** Charges without a hold, for work that makes no external request: concurrent charges share one commit. */
export interface Charges {
  /**
   * Whether the charge would succeed, judged by balances at most half a second old. It reserves nothing: `charge`
   * decides.
   */
  cover(charge: FinalCharge): Promise<'covered' | Refused>;
  /**
   * Charges an organization, up to its balance minus its holds and up to the caps of the caller's key.
   *
   * @returns `charged` also if the business key was charged before
   */
  charge(charge: FinalCharge): Promise<'charged' | Refused>;
}

/** The balance does not cover a charge, or a cap of the caller's key does not. */
type Refused = 'insufficient' | ExceededCap;

const REMEMBERED_MS = 500;
const REMEMBERED = 20_000;
// Bounds the time of one statement, which the organization's other charges wait for.
const MOST_TOGETHER = 200;

interface Waiting {
  charge: FinalCharge;
  decided: PromiseWithResolvers<'charged' | Refused>;
}

/** What an organization, or a caller, may spend. */
interface Left {
  credits: number;
  atMs: number;
}

/**
 * Charges of one organization form groups: while one group is committed, the next one gathers. A single caller
 * therefore waits for one commit, and concurrent callers for at most two. Organizations do not wait for each other.
 */
export function createCharges(database: Database, clock: Clock): Charges {
  const waiting = new Map<string, Waiting[]>();
  // Of organizations and of callers, whose ids differ.
  const left = new LRUCache<string, Left>({ max: REMEMBERED });

  function isKnownToCover(id: string, amount: number): boolean {
    const known = left.get(id);
    return known !== undefined && clock.now().getTime() - known.atMs < REMEMBERED_MS && known.credits >= amount;
  }

  /** Never rejects: the callers that wait receive the failure. */
  async function decide(orgId: string, group: readonly Waiting[]): Promise<void> {
    try {
      const at = clock.now();
      const posted = await post(database, { orgId, at, group });
      const atMs = at.getTime();
      left.set(orgId, { credits: posted.left, atMs });
      for (const [callerId, credits] of posted.leftOfCallers) left.set(callerId, { credits, atMs });
      for (const { charge, decided } of group) {
        if (posted.keys.has(charge.businessKey)) decided.resolve('charged');
        // A charge refused within a group may be covered alone: the statement adds up all requested amounts, refused or
        // not.
        else if (group.length > 1) await decide(orgId, [{ charge, decided }]);
        else decided.resolve(posted.refusal ?? 'insufficient');
      }
    } catch (error) {
      for (const { decided } of group) decided.reject(error);
    }
  }

  /** Ends when no charge of the organization waits. */
  async function postWaiting(orgId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await decide(orgId, queue.splice(0, MOST_TOGETHER));
    waiting.delete(orgId);
  }

  return {
    async cover(charge) {
      const { orgId, amount, chargedFor } = charge;
      const ids = [orgId, chargedFor?.callerId].filter((id) => typeof id === 'string');
      if (ids.every((id) => isKnownToCover(id, amount))) return 'covered';
      return coverNow(database, charge, clock.now());
    },
    charge(charge) {
      const decided = Promise.withResolvers<'charged' | Refused>();
      const queue = waiting.get(charge.orgId);
      if (queue) queue.push({ charge, decided });
      else {
        const first = [{ charge, decided }];
        waiting.set(charge.orgId, first);
        void postWaiting(charge.orgId, first);
      }
      return decided.promise;
    },
  };
}

const POST: Prepared = {
  name: 'post-charges',
  sql: `with paying as (select id, balance, held, balance - held as cover from organizations where id = $1 for update),
             capped as (
               select ${cappedColumns('$4::timestamptz')} from api_keys join paying on paying.id = api_keys.org_id
               where api_keys.id = any($6::text[]) and ${IS_CAPPED} for update of api_keys),
             due as (
               select asked.*, sum(amount) over (order by place) as due,
                      sum(amount) over (partition by caller_id order by place) as due_of_caller
               from unnest($2::text[], $3::bigint[], $5::text[], $6::text[], $7::text[])
                 with ordinality as asked (business_key, amount, operation, caller_id, scope, place)
               where not exists (select from postings where postings.business_key = asked.business_key)),
             posted as (
               insert into ${into('postings', 'org_id', 'business_key', 'amount', 'created_at', 'operation', 'caller_id', 'scope')}
               select paying.id, business_key, -amount, $4, operation, caller_id, scope
               from paying join due on due.due <= paying.cover left join capped on capped.id = due.caller_id
               where capped.id is null or due.due_of_caller <= capped.may_spend
               on conflict (business_key) do nothing
               returning business_key, amount, caller_id),
             counted as (
               update api_keys set ${countSpent('capped', 'spent.amount')}
               from capped join (select caller_id, -sum(amount) as amount from posted group by 1) spent on spent.caller_id = capped.id
               where api_keys.id = capped.id),
             paid as (
               update organizations
               set balance = paying.balance + (select sum(amount) from posted), held = paying.held
               from paying where organizations.id = paying.id and exists (select from posted))
        select paying.cover + coalesce((select sum(amount) from posted), 0) as left,
               (select array_agg(business_key) from posted) as keys,
               (select jsonb_object_agg(id, to_jsonb(one)) from (select id, ${CAP_COLUMNS} from capped) one) as caps
        from paying`,
};

interface Group {
  orgId: string;
  at: Date;
  group: readonly Waiting[];
}

interface Posted {
  /** Of the group's charges, those that were made by this call or before. */
  keys: Set<string>;
  /** What the organization may spend after it. */
  left: number;
  leftOfCallers: Map<string, number>;
  /** Why the first one was refused, if a cap did it. */
  refusal: ExceededCap | undefined;
}

async function post(database: Database, { orgId, at, group }: Group): Promise<Posted> {
  const asked = group.map(({ charge }) => charge.businessKey);
  const amounts = group.map(({ charge }) => charge.amount);
  const usage = (['operation', 'callerId', 'scope'] as const).map((member) =>
    group.map(({ charge }) => charge.chargedFor?.[member] ?? null),
  );
  const [row] = await database.prepared<PostedRow>(POST, [orgId, asked, amounts, at, ...usage]);
  const keys = new Set(row?.keys);
  const caps = row?.caps ?? {};
  const leftOfCallers = new Map(
    group.flatMap(({ charge }) => {
      const callerId = charge.chargedFor?.callerId;
      return callerId ? [[callerId, leftUnder(caps[callerId], group, { callerId, posted: keys })] as const] : [];
    }),
  );
  const others = asked.filter((key) => !keys.has(key));
  for (const key of await postedBefore(database, others)) keys.add(key);
  const left = Number(row?.left ?? 0);
  const [first] = group;
  const isOfBalance = !first || left < first.charge.amount;
  const refusal = isOfBalance
    ? undefined
    : exceededCap(caps[first.charge.chargedFor?.callerId ?? ''], first.charge.amount);
  return { keys, left, leftOfCallers, refusal };
}

/** What a caller may spend under its caps after the group. */
function leftUnder(
  cap: CapRow | undefined,
  group: readonly Waiting[],
  { callerId, posted }: { callerId: string; posted: ReadonlySet<string> },
): number {
  if (!cap) return Infinity;
  const before = Math.min(
    ...[
      [cap.spend_total, cap.total],
      [cap.spend_per_day, cap.today],
    ].map(([limit, spent]) => (limit == null ? Infinity : Number(limit) - Number(spent))),
  );
  const spent = group
    .filter(({ charge }) => charge.chargedFor?.callerId === callerId && posted.has(charge.businessKey))
    .reduce((sum, { charge }) => sum + charge.amount, 0);
  return before - spent;
}

interface PostedRow {
  /** A sum of int8 is numeric, which is returned as text. */
  left: string;
  /** Null for none. */
  keys: Array<ColumnsOf<'postings', 'business_key'>['business_key']> | null;
  /** Of the callers that have caps, before the charges, by the caller. Null for none. */
  caps: Record<string, CapRow> | null;
}

async function postedBefore({ builder }: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const posted = builder.selectFrom('postings').select('business_key').where('business_key', '=', anyOf(keys));
  return (await posted.execute()).map((row) => row.business_key);
}

const COVERED: Prepared = {
  name: 'charge-covered',
  sql: `select exists (select from organizations where id = $1 and balance - held >= $2) as balance,
               not exists (select from (select ${cappedColumns('$5::timestamptz')} from api_keys where id = $4 and ${IS_CAPPED}) capped
                           where may_spend < $2) as cap,
               exists (select from postings where business_key = $3) as posted`,
};

async function coverNow(
  database: Database,
  { orgId, businessKey, amount, chargedFor }: FinalCharge,
  at: Date,
): Promise<'covered' | Refused> {
  const callerId = chargedFor?.callerId ?? null;
  const [row] = await database.prepared<{ balance: boolean; cap: boolean; posted: boolean }>(COVERED, [
    orgId,
    amount,
    businessKey,
    callerId,
    at,
  ]);
  if (row?.posted || (row?.balance && row.cap)) return 'covered';
  if (!row?.balance) return 'insufficient';
  // Undefined where what a hold has reserved was given back meanwhile.
  return (await capBelow(database, callerId, { amount, at })) ?? 'covered';
}
