import type { ReadPageOf } from './page-reader.ts';
import type { PageReadOptions, PageResult } from './read-page.ts';
import type { RobotsOf } from './robots.ts';

const MOST_ORIGINS = 4;

export interface ReadWithinHostDeps {
  readPage: ReadPageOf;
  robotsOf: RobotsOf;
}

/**
 * Reads a page as the robots.txt of each address allows that is requested for it. A redirect to another host is not followed: it is
 * an error with its target, because another host has its own turns.
 */
async function readWithinHost(
  { readPage, robotsOf }: ReadWithinHostDeps,
  requestedUrl: string,
  signal: AbortSignal,
  options: Omit<PageReadOptions, 'mayFollow'> = {},
): Promise<PageResult> {
  let url = requestedUrl;
  for (let origins = 1; ; origins += 1) {
    const rules = await robotsOf(url, signal);
    const refusal = rules?.refusalOf(url);
    if (refusal) return refusal;
    const origin = URL.parse(url)?.origin;
    const mayFollow = (target: string) => new URL(target).origin === origin && rules?.isAllowed(target) !== false;
    const result = await readPage(url, signal, { ...options, mayFollow });
    if (result.status === 'ok' || result.redirectsTo === undefined || origins === MOST_ORIGINS) return result;
    if (!isOfHost(result.redirectsTo, url)) return result;
    // Another scheme, which has its own robots.txt, or an address that this one disallows.
    url = result.redirectsTo;
  }
}

interface InTime {
  /** A cancellation from outside, which is rethrown. */
  signal: AbortSignal;
  /** It and our own limit, which is the page's result. */
  within: AbortSignal;
  withinMs: number;
}

/** As `readWithinHost`, within a limit of time. */
export async function readInTime(
  deps: ReadWithinHostDeps,
  { url, options }: { url: string; options: PageReadOptions },
  { signal, within, withinMs }: InTime,
): Promise<PageResult> {
  try {
    return await readWithinHost(deps, url, within, options);
  } catch (error) {
    signal.throwIfAborted();
    if (!within.aborted) throw error;
    return { status: 'error', code: 'timeout', message: `It was not read within ${withinMs / 1_000} s.` };
  }
}

/** Whether two URLs share the turns of a host. Those of both schemes do, at their own ports. */
function isOfHost(url: string, other: string): boolean {
  return new URL(url).host === new URL(other).host;
}
