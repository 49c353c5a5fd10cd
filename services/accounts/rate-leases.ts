import type { ColumnsOf } from '../../entities/row-types.ts';
import type { Database, Prepared } from '../database/database.ts';
import { into } from '../database/into.ts';
import { actingFor } from '../database/roles/acting.ts';

/** A bucket of tokens of one caller, shared by all processes. */
interface SharedBucket {
  orgId: string;
  callerId: string;
  /** Names the bucket among those of the caller. */
  rate: string;
  /** Tokens a minute. */
  limit: number;
}

export interface TokensLeft {
  /** Tokens that are left, as far as this process knows. */
  remaining: number;
  /** Until the bucket is full again, at least 1. */
  resetSeconds: number;
}

interface Taken extends TokensLeft {
  /** Gives the tokens back, where the call was refused for another reason. Undefined where the bucket had too few. */
  undo: (() => void) | undefined;
}

/**
 * Tokens of buckets that all processes share. A bucket is full at its first token, and full again a minute after that; so
 * a minute never gives more tokens than the limit, over all processes.
 *
 * A process leases some of a bucket's tokens by one statement and gives them out without another, so that few calls wait for
 * PostgreSQL, and none for its disk. Tokens that a process does not use return after a second; those of a process
 * that died return with the minute.
 * @see docs/decisions/0033-caps-and-rates.md
 */
export interface RateLeases {
  take(bucket: SharedBucket, tokens: number): Promise<Taken>;
  /** Returns what is leased, and leases nothing any more. */
  close(): Promise<void>;
}

const WINDOW_MS = 60_000;
/** A lease is at most this part of the limit, and of what is left: so little is out when a bucket gets empty. */
const LEASES_PER_MINUTE = 20;
const LEASES_OF_REST = 8;
const IDLE_MS = 1_000;
const SWEEP_EVERY_MS = 500;
/** An empty bucket may get tokens back from another process. It is asked for them no more often than this. */
const EMPTY_MS = 250;

/** What this process knows of a bucket. Times are of `performance.now()`. */
interface Known {
  of: SharedBucket;
  /** Tokens that it may give. */
  leased: number;
  /** Of all processes, leases included. */
  taken: number;
  endsAtMs: number;
  /** As PostgreSQL has it, which tells one minute from the next. */
  endsAt: Date;
  emptyUntilMs: number;
  usedAtMs: number;
  /** Tokens that calls wait for. */
  wanted: number;
  leasing: Promise<void> | undefined;
}

const ENDED = new Date(0);

export function createRateLeases(database: Database): RateLeases {
  const buckets = new Map<string, Known>();
  const sweeping = setInterval(() => sweep(), SWEEP_EVERY_MS);
  sweeping.unref();

  const nameOf = ({ callerId, rate }: SharedBucket) => `${rate} ${callerId}`;

  function knownOf(of: SharedBucket): Known {
    const name = nameOf(of);
    let known = buckets.get(name);
    if (!known) {
      known = {
        of,
        leased: 0,
        taken: 0,
        endsAtMs: 0,
        endsAt: ENDED,
        emptyUntilMs: 0,
        usedAtMs: 0,
        wanted: 0,
        leasing: undefined,
      };
      buckets.set(name, known);
    }
    return known;
  }

  /** One statement at a time for a bucket: calls that wait meanwhile share the next one. */
  function lease(known: Known): Promise<void> {
    known.leasing ??= leaseNow(database, known).finally(() => (known.leasing = undefined));
    return known.leasing;
  }

  function sweep(): void {
    const now = performance.now();
    for (const [name, known] of buckets) {
      if (known.endsAtMs <= now && !known.leasing && known.wanted === 0) buckets.delete(name);
      else if (known.leased > 0 && known.usedAtMs + IDLE_MS < now) void giveUp(database, known);
    }
  }

  return {
    async take(of, tokens) {
      const known = knownOf(of);
      known.usedAtMs = performance.now();
      for (;;) {
        const now = performance.now();
        const isCurrent = known.endsAtMs > now;
        if (isCurrent && known.leased >= tokens) {
          known.leased -= tokens;
          // The next lease comes while this one lasts.
          if (known.leased < leaseOf(known) / 2 && known.emptyUntilMs <= now) lease(known).catch(() => undefined);
          return { ...leftOf(known), undo: undoing(known, tokens) };
        }
        if (isCurrent && known.emptyUntilMs > now) return { ...leftOf(known), undo: undefined };
        known.wanted += tokens;
        await lease(known).finally(() => (known.wanted -= tokens));
      }
    },
    async close() {
      clearInterval(sweeping);
      const holding = [...buckets.values()].filter(({ leased }) => leased > 0);
      await Promise.all(holding.map((known) => giveUp(database, known)));
    },
  };
}

/** In another minute the tokens are none. */
function undoing(known: Known, tokens: number): () => void {
  const minute = known.endsAt.getTime();
  return () => {
    if (known.endsAt.getTime() === minute) known.leased += tokens;
  };
}

function leftOf({ of, taken, leased, endsAtMs }: Known): TokensLeft {
  const leftMs = endsAtMs - performance.now();
  return { remaining: Math.max(0, of.limit - taken + leased), resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) };
}

/** How many tokens a lease has. */
function leaseOf({ of: { limit }, taken, endsAtMs }: Known): number {
  const left = endsAtMs > performance.now() ? limit - taken : limit;
  return Math.max(1, Math.min(Math.ceil(limit / LEASES_PER_MINUTE), Math.ceil(left / LEASES_OF_REST)));
}

// The row that the statement has locked tells what is taken: of an ended minute nothing. `now()` is the same for all of it.
const TAKEN = `case when rate_buckets.ends_at <= now() then 0 else least(rate_buckets.taken, $5) end`;
const LEASE: Prepared = {
  name: 'lease-tokens',
  sql: `insert into ${into('rate_buckets', 'caller_id', 'rate', 'org_id', 'taken', 'granted', 'ends_at')}
        values ($1, $2, $3, least($4::bigint, $5::bigint), least($4::bigint, $5::bigint), now() + $6 * interval '1 millisecond')
        on conflict (caller_id, rate) do update
          set granted = least($4, $5 - ${TAKEN}),
              taken = ${TAKEN} + least($4, $5 - ${TAKEN}),
              ends_at = case when rate_buckets.ends_at <= now() then excluded.ends_at else rate_buckets.ends_at end
        returning granted, taken, ends_at, (extract(epoch from ends_at - now()) * 1000)::float8 as left_ms`,
};

type Leased = ColumnsOf<'rate_buckets', 'granted' | 'taken' | 'ends_at'> & { left_ms: number };

async function leaseNow(database: Database, known: Known): Promise<void> {
  const { of } = known;
  const asked = Math.max(leaseOf(known), known.wanted - known.leased);
  // Before the statement: this process takes the minute to end no later than PostgreSQL does.
  const sentAtMs = performance.now();
  const [row] = await database.prepared<Leased>(LEASE, [of.callerId, of.rate, of.orgId, asked, of.limit, WINDOW_MS]);
  if (!row) throw new Error('a lease returned no row');
  if (row.ends_at.getTime() !== known.endsAt.getTime()) known.leased = 0;
  const granted = Number(row.granted);
  known.leased += granted;
  known.taken = Number(row.taken);
  known.endsAt = row.ends_at;
  known.endsAtMs = sentAtMs + row.left_ms;
  known.emptyUntilMs = granted < asked ? performance.now() + EMPTY_MS : 0;
}

const GIVE_UP = `update rate_buckets set taken = taken - $4 where caller_id = $1 and rate = $2 and ends_at = $3`;

/** What cannot be returned is lost until the minute ends. */
async function giveUp(database: Database, known: Known): Promise<void> {
  const { of, leased, endsAt } = known;
  known.leased = 0;
  known.taken -= leased;
  const giving = () => database.query(GIVE_UP, [of.callerId, of.rate, endsAt, leased]);
  await actingFor(of.orgId, giving).catch(() => undefined);
}
