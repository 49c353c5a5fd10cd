import { LRUCache } from 'lru-cache';
import type { ColumnsOf } from '../../entities/row-types.ts';
import type { Clock } from '../core/clock.ts';
import { anyOf } from '../database/builder.ts';
import type { Database, Prepared } from '../database/database.ts';
import { into } from '../database/into.ts';
import type { ChargedFor } from './charged-for.ts';

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
   * Whether the charge would succeed, judged by a balance at most half a second old. It reserves nothing: `charge`
   * decides.
   */
  isCovered(charge: FinalCharge): Promise<boolean>;
  /**
   * Charges an organization, up to its balance minus its holds.
   *
   * @returns `charged` also if the key was charged before; `insufficient` if the balance does not cover the amount
   */
  charge(charge: FinalCharge): Promise<'charged' | 'insufficient'>;
}

const REMEMBERED_MS = 500;
const REMEMBERED_ORGANIZATIONS = 10_000;
// Bounds the time of one statement, which the organization's other charges wait for.
const MOST_TOGETHER = 200;

interface Waiting {
  charge: FinalCharge;
  decided: PromiseWithResolvers<'charged' | 'insufficient'>;
}

/**
 * Charges of one organization form groups: while one group is committed, the next one gathers. A single caller
 * therefore waits for one commit, and concurrent callers for at most two. Organizations do not wait for each other.
 */
export function createCharges(database: Database, clock: Clock): Charges {
  const waiting = new Map<string, Waiting[]>();
  const left = new LRUCache<string, { credits: number; atMs: number }>({ max: REMEMBERED_ORGANIZATIONS });

  /** Never rejects: the callers that wait receive the failure. */
  async function decide(orgId: string, group: readonly Waiting[]): Promise<void> {
    try {
      const at = clock.now();
      const posted = await post(database, { orgId, at, group });
      left.set(orgId, { credits: posted.left, atMs: at.getTime() });
      for (const { charge, decided } of group) {
        if (posted.keys.has(charge.businessKey)) decided.resolve('charged');
        // A charge refused within a group may be covered alone: the statement adds up all requested amounts, refused or
        // not.
        else if (group.length > 1) await decide(orgId, [{ charge, decided }]);
        else decided.resolve('insufficient');
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
    async isCovered(charge) {
      const known = left.get(charge.orgId);
      const isFresh = known !== undefined && clock.now().getTime() - known.atMs < REMEMBERED_MS;
      return (isFresh && known.credits >= charge.amount) || isCovered(database, charge);
    },
    charge(charge) {
      const decided = Promise.withResolvers<'charged' | 'insufficient'>();
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
             due as (
               select asked.*, sum(amount) over (order by place) as due
               from unnest($2::text[], $3::bigint[], $5::text[], $6::text[], $7::text[])
                 with ordinality as asked (business_key, amount, operation, caller_id, scope, place)
               where not exists (select from postings where postings.business_key = asked.business_key)),
             posted as (
               insert into ${into('postings', 'org_id', 'business_key', 'amount', 'created_at', 'operation', 'caller_id', 'scope')}
               select paying.id, business_key, -amount, $4, operation, caller_id, scope from paying join due on due.due <= paying.cover
               on conflict (business_key) do nothing
               returning business_key, amount),
             paid as (
               update organizations
               set balance = paying.balance + (select sum(amount) from posted), held = paying.held
               from paying where organizations.id = paying.id and exists (select from posted))
        select paying.cover + coalesce((select sum(amount) from posted), 0) as left,
               (select array_agg(business_key) from posted) as keys
        from paying`,
};

interface Group {
  orgId: string;
  at: Date;
  group: readonly Waiting[];
}

/** @returns the keys of the group that are charged, by this call or earlier, and the remaining credits */
async function post(database: Database, { orgId, at, group }: Group): Promise<{ keys: Set<string>; left: number }> {
  const asked = group.map(({ charge }) => charge.businessKey);
  const amounts = group.map(({ charge }) => charge.amount);
  const usage = (['operation', 'callerId', 'scope'] as const).map((member) =>
    group.map(({ charge }) => charge.chargedFor?.[member] ?? null),
  );
  const [row] = await database.prepared<PostedRow>(POST, [orgId, asked, amounts, at, ...usage]);
  const keys = new Set(row?.keys);
  const others = asked.filter((key) => !keys.has(key));
  for (const key of await postedBefore(database, others)) keys.add(key);
  return { keys, left: Number(row?.left ?? 0) };
}

interface PostedRow {
  /** A sum of int8 is numeric, which is returned as text. */
  left: string;
  /** Null for none. */
  keys: Array<ColumnsOf<'postings', 'business_key'>['business_key']> | null;
}

async function postedBefore({ builder }: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const posted = builder.selectFrom('postings').select('business_key').where('business_key', '=', anyOf(keys));
  return (await posted.execute()).map((row) => row.business_key);
}

const COVERED: Prepared = {
  name: 'charge-covered',
  sql: `select exists (select from organizations where id = $1 and balance - held >= $2)
            or exists (select from postings where business_key = $3) as covered`,
};

async function isCovered(database: Database, { orgId, businessKey, amount }: FinalCharge): Promise<boolean> {
  const [row] = await database.prepared<{ covered: boolean }>(COVERED, [orgId, amount, businessKey]);
  return row?.covered ?? false;
}
