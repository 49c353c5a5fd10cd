import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { PageError } from '../../fetch/page-error.ts';
import type { ReadPageOf } from '../../fetch/page-reader.ts';
import type { PageReadOptions, PageResult } from '../../fetch/read-page.ts';
import { readInTime, type ReadWithinHostDeps } from '../../fetch/read-within-host.ts';
import type { RobotsOf, RobotsRules } from '../../fetch/robots.ts';
import type { CrawlTurns } from '../frontier/host-turns.ts';

/** Limit of one page, with its robots.txt. */
export const PAGE_WITHIN_MS = 45_000;
const TURN_BEYOND_MS = 15_000;
const LONGEST_DELAY_MS = 60_000;

export interface PoliteDeps {
  clock: Clock;
  robotsOf: RobotsOf;
  hostTurns: CrawlTurns;
  /** QUARRY_CRAWL_DELAY in milliseconds. */
  delayMs: number;
}

export interface PoliteReader extends PoliteDeps {
  readPage: ReadPageOf;
}

/** `free`: nothing was requested, because another turn has the host until about then. */
export type TurnResult<T> = { status: 'done'; value: T; freeAt: Date } | { status: 'busy'; askAt: Date };

/** The outcome of the work of a turn, and what it says about the host. */
export interface Work<T> {
  value: T;
  isOverloaded?: boolean;
  retryAfterMs?: number | undefined;
}

/** Makes one request to a host, unless another turn has the host. The delay of the host begins after it. */
export async function inTurn<T>(
  { clock, hostTurns, robotsOf, delayMs }: PoliteDeps,
  { url, crawlId }: { url: string; crawlId: string },
  signal: AbortSignal,
  work: (rules: RobotsRules | undefined, within: AbortSignal) => Promise<Work<T>>,
): Promise<TurnResult<T>> {
  const { host } = new URL(url);
  const holder = randomUUID();
  const until = new Date(clock.now().getTime() + PAGE_WITHIN_MS + TURN_BEYOND_MS);
  const taken = await hostTurns.take({ host, crawlId, holder, until });
  if (taken !== 'taken') return { status: 'busy', askAt: taken };
  let end = { delayMs, isOverloaded: false };
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(PAGE_WITHIN_MS)]);
    const rules = await robotsOf(url, within).catch((error: unknown) => {
      signal.throwIfAborted();
      if (within.aborted) return undefined;
      throw error;
    });
    const { value, isOverloaded = false, retryAfterMs = 0 } = await work(rules, within);
    const wantedMs = Math.min(rules?.crawlDelayMs ?? 0, LONGEST_DELAY_MS);
    end = { delayMs: Math.max(delayMs, wantedMs, retryAfterMs), isOverloaded };
    return { status: 'done', value, freeAt: await hostTurns.end({ host, holder, ...end }) };
  } catch (error) {
    await hostTurns.end({ host, holder, ...end }).catch(() => undefined);
    throw error;
  }
}

/** As `inTurn`, waiting for the host. */
export async function whenFree<T>(
  deps: PoliteDeps,
  at: { url: string; crawlId: string },
  signal: AbortSignal,
  work: (rules: RobotsRules | undefined, within: AbortSignal) => Promise<Work<T>>,
): Promise<T> {
  for (;;) {
    const result = await inTurn(deps, at, signal, work);
    if (result.status === 'done') return result.value;
    const waitMs = Math.max(0, result.askAt.getTime() - deps.clock.now().getTime());
    await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Reads a page in a turn of its host, as its robots.txt allows; the limit of the turn is the page's result. */
export function readWithin(
  reader: ReadWithinHostDeps,
  page: { url: string; options: PageReadOptions },
  signals: { signal: AbortSignal; within: AbortSignal },
): Promise<PageResult> {
  return readInTime(reader, page, { ...signals, withinMs: PAGE_WITHIN_MS });
}

const OVERLOADED: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

export function isOverload(error: PageError): boolean {
  return error.code === 'timeout' || OVERLOADED.has(error.httpStatus);
}
