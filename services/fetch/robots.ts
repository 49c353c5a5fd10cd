import { LRUCache } from 'lru-cache';
import robotsModule, { type Robot } from 'robots-parser';
import { readBody } from '../egress/read-body.ts';
import type { Egress } from '../egress/egress.ts';
import type { FetchErrorCode, PageError } from './page-error.ts';

// Its types declare a default export that the CommonJS module lacks: the module itself is the function.
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

const REMEMBERED_MS = 60 * 60_000;
// A server that fails is asked again soon.
const REMEMBERED_UNREACHABLE_MS = 60_000;
const REMEMBERED_ORIGINS = 1_000;
const MAX_BYTES = 512 * 1024;
const WITHIN_MS = 5_000;

/** Why an origin's robots.txt keeps our agents from reading a URL; undefined if it does not. @see RFC 9309 */
export type RobotsRefusal = (url: string, signal: AbortSignal) => Promise<PageError | undefined>;

/** The result for a page that robots.txt disallows. */
export const FORBIDDEN_BY_ROBOTS: PageError = {
  status: 'error',
  code: 'url_not_accessible',
  message: "The site's robots.txt forbids it.",
};

/** The rules of an origin for our agents. */
export interface RobotsRules {
  /** The result for a URL that may not be read: it is disallowed, or the file could not be read. */
  refusalOf(url: string): PageError | undefined;
  isAllowed(url: string): boolean;
  /** The delay between two requests that the origin wants; undefined if it names none. */
  crawlDelayMs: number | undefined;
  /** Sitemaps that it names. */
  sitemaps: readonly string[];
  /** Whether it could not be read: RFC 9309 then forbids everything. */
  isUnreachable: boolean;
}

/** @param url any URL of the origin; undefined if it has none */
export type RobotsOf = (url: string, signal: AbortSignal) => Promise<RobotsRules | undefined>;

/** @param productToken our name in robots.txt */
export function createRobots({
  egress,
  productToken,
  userAgent,
}: {
  egress: Egress;
  productToken: string;
  userAgent: string;
}): RobotsOf {
  const known = new LRUCache<string, RobotsRules>({ max: REMEMBERED_ORIGINS, ttl: REMEMBERED_MS });

  async function rulesOf(origin: string, signal: AbortSignal): Promise<RobotsRules> {
    const remembered = known.get(origin);
    if (remembered) return remembered;
    const read = await readRobots(egress, `${origin}/robots.txt`, { userAgent, signal });
    const isUnreachable = read.status === 'unreachable';
    const text = isUnreachable || isCostly(read.text) ? DENY_ALL : read.text;
    const parsed = robotsParser(`${origin}/robots.txt`, text);
    const delaySeconds = parsed.getCrawlDelay(productToken);
    const isAllowed = (url: string) => parsed.isAllowed(url, productToken) !== false;
    const rules = {
      isAllowed,
      refusalOf: (url: string) => refusalBy(url, read, isAllowed),
      crawlDelayMs: delaySeconds === undefined || Number.isNaN(delaySeconds) ? undefined : delaySeconds * 1_000,
      sitemaps: parsed.getSitemaps(),
      isUnreachable,
    };
    known.set(origin, rules, isUnreachable ? { ttl: REMEMBERED_UNREACHABLE_MS } : {});
    return rules;
  }

  return async (url, signal) => {
    const origin = URL.parse(url)?.origin;
    return origin && origin !== 'null' ? rulesOf(origin, signal) : undefined;
  };
}

function refusalBy(url: string, read: RobotsRead, isAllowed: (url: string) => boolean): PageError | undefined {
  if (read.status === 'unreachable')
    return { status: 'error', code: read.code, message: `The site's robots.txt could not be read: ${read.reason}.` };
  return isAllowed(url) ? undefined : FORBIDDEN_BY_ROBOTS;
}

/** Another check rejects an invalid URL, with a better reason. */
export function robotsRefusalBy(robotsOf: RobotsOf): RobotsRefusal {
  return async (url, signal) => (await robotsOf(url, signal))?.refusalOf(url);
}

const MOST_STARS = 10_000;
/** Each address is compared with every star. */
const isCostly = (text: string) => (text.match(/\*/g)?.length ?? 0) > MOST_STARS;

const DENY_ALL = 'User-agent: *\nDisallow: /';

type RobotsRead = { status: 'read'; text: string } | { status: 'unreachable'; code: FetchErrorCode; reason: string };

const NO_RULES: RobotsRead = { status: 'read', text: '' };

/** The rules of RFC 9309: none if the file is missing, everything disallowed while it cannot be reached. */
async function readRobots(
  egress: Egress,
  url: string,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<RobotsRead> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  try {
    const answer = await egress.request(url, { headers: { 'user-agent': userAgent }, signal: within });
    if (answer.status === 'refused') return { status: 'unreachable', code: answer.code, reason: answer.message };
    if (answer.httpStatus !== 200) answer.body.destroy();
    if (answer.httpStatus >= 500)
      return {
        status: 'unreachable',
        code: 'upstream_error',
        reason: `the origin answered with status ${answer.httpStatus}`,
      };
    if (answer.httpStatus !== 200) return NO_RULES;
    const body = await readBody(answer, MAX_BYTES, within);
    return body.status === 'read' ? { status: 'read', text: body.bytes.toString() } : NO_RULES;
  } catch (error) {
    if (signal.aborted || !within.aborted) throw error;
    return { status: 'unreachable', code: 'timeout', reason: `it did not answer within ${WITHIN_MS / 1_000} s` };
  }
}
