import { LRUCache } from 'lru-cache';
import robotsModule, { type Robot } from 'robots-parser';
import { readBody } from '../egress/read-body.ts';
import type { Egress } from '../egress/egress.ts';
import type { PageError } from './page-error.ts';

// Its types declare a default export that the CommonJS module lacks: the module itself is the function.
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

const REMEMBERED_MS = 60 * 60_000;
const REMEMBERED_ORIGINS = 1_000;
const MAX_BYTES = 512 * 1024;
const WITHIN_MS = 5_000;

/** Whether an origin's robots.txt allows our agents to read a URL. @see RFC 9309 */
export type RobotsAllow = (url: string, signal: AbortSignal) => Promise<boolean>;

/** The result for a page that robots.txt disallows. */
export const FORBIDDEN_BY_ROBOTS: PageError = {
  status: 'error',
  code: 'url_not_accessible',
  message: "The site's robots.txt forbids it.",
};

interface Rules {
  isAllowed(url: string): boolean;
}

/** @param productToken our name in robots.txt */
export function createRobots({
  egress,
  productToken,
  userAgent,
}: {
  egress: Egress;
  productToken: string;
  userAgent: string;
}): RobotsAllow {
  const known = new LRUCache<string, Rules>({ max: REMEMBERED_ORIGINS, ttl: REMEMBERED_MS });

  async function rulesOf(origin: string, signal: AbortSignal): Promise<Rules> {
    const remembered = known.get(origin);
    if (remembered) return remembered;
    const text = await readRobots(egress, `${origin}/robots.txt`, { userAgent, signal });
    const parsed = robotsParser(`${origin}/robots.txt`, text);
    const rules = { isAllowed: (url: string) => parsed.isAllowed(url, productToken) !== false };
    known.set(origin, rules);
    return rules;
  }

  return async (url, signal) => {
    const origin = URL.parse(url)?.origin;
    // Another check rejects an invalid URL, with a better reason.
    if (!origin || origin === 'null') return true;
    return (await rulesOf(origin, signal)).isAllowed(url);
  };
}

const ALLOW_ALL = '';
const DENY_ALL = 'User-agent: *\nDisallow: /';

/** The rules of RFC 9309: none if the file is missing, everything disallowed while the server fails. */
async function readRobots(
  egress: Egress,
  url: string,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<string> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  try {
    const answer = await egress.request(url, { headers: { 'user-agent': userAgent }, signal: within });
    if (answer.status === 'refused') return ALLOW_ALL;
    if (answer.httpStatus !== 200) answer.body.destroy();
    if (answer.httpStatus >= 500) return DENY_ALL;
    if (answer.httpStatus !== 200) return ALLOW_ALL;
    const body = await readBody(answer, MAX_BYTES, within);
    return body.status === 'read' ? body.bytes.toString() : ALLOW_ALL;
  } catch (error) {
    if (signal.aborted || !within.aborted) throw error;
    return DENY_ALL;
  }
}
