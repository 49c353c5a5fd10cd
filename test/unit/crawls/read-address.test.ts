import assert from 'node:assert/strict';
import type { LeasedAddress } from '../../../services/crawls/frontier/frontier.ts';
import { readAddress } from '../../../services/crawls/run/read-address.ts';
import { FORBIDDEN_BY_ROBOTS } from '../../../services/fetch/robots.ts';
import type { PageResult } from '../../../services/fetch/read-page.ts';

const NOW = new Date('2026-03-03T12:00:00.000Z');
const ADDRESS: LeasedAddress = {
  key: 'https://birds.example/nests',
  url: 'https://birds.example/nests',
  host: 'birds.example',
  shape: 1,
  depth: 1,
  attempts: 0,
  document_url: null,
  etag: null,
  last_modified: null,
  every_rounds: 1,
  is_trap: false,
  until: NOW,
};

/** Reads an address of a site that answers so; the ends of the turns at its host. */
async function readingOf(result: PageResult, crawlDelayMs?: number, forbidden?: string) {
  const ends: Array<{ delayMs: number; isOverloaded: boolean }> = [];
  const rules = {
    refusalOf: (url: string) => (url === forbidden ? FORBIDDEN_BY_ROBOTS : undefined),
    isAllowed: () => true,
    crawlDelayMs,
    sitemaps: [],
    isUnreachable: false,
  };
  const reader = {
    clock: { now: () => NOW },
    robotsOf: async () => rules,
    readPage: async () => result,
    delayMs: 1_000,
    hostTurns: {
      take: async () => 'taken' as const,
      end: async ({ delayMs, isOverloaded }: { delayMs: number; isOverloaded: boolean }) => {
        ends.push({ delayMs, isOverloaded });
        return NOW;
      },
    },
  };
  const of = { crawlId: 'crawl_1', mayRead: () => true };
  const read = await readAddress(reader, of, ADDRESS, new AbortController().signal);
  assert.equal(read.status, 'done');
  return { value: read.status === 'done' ? read.value : undefined, ends };
}

const error = (httpStatus: number, retryAfterMs?: number): PageResult => ({
  status: 'error',
  code: httpStatus >= 500 ? 'upstream_error' : 'url_not_accessible',
  message: `the origin answered with status ${httpStatus}`,
  httpStatus,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

const redirected = (to: string): PageResult => ({
  status: 'error',
  code: 'url_not_accessible',
  message: 'the page redirects',
  httpStatus: 302,
  redirectsTo: to,
});

describe('the reading of an address', () => {
  it('leaves host and address alone for as long as Retry-After wants', async () => {
    const { value, ends } = await readingOf(error(429, 90_000));
    assert.deepEqual(ends, [{ delayMs: 90_000, isOverloaded: true }]);
    assert.deepEqual([value?.status, value?.status === 'later' && value.afterMs], ['later', 90_000]);
  });

  it('leaves the host alone for its Crawl-delay, and up to a minute', async () => {
    assert.deepEqual((await readingOf(error(404), 5_000)).ends, [{ delayMs: 5_000, isOverloaded: false }]);
    assert.deepEqual((await readingOf(error(404), 500_000)).ends, [{ delayMs: 60_000, isOverloaded: false }]);
  });

  it('tells that a page is gone from one that fails for now', async () => {
    const gone = (await readingOf(error(410))).value;
    assert.deepEqual([gone?.status, gone?.status === 'failed' && gone.isGone], ['failed', true]);
    assert.equal((await readingOf(error(503))).value?.status, 'later');
  });

  it('does not read again what leads to a page that robots.txt forbids', async () => {
    const { value } = await readingOf(
      redirected('https://birds.example/private'),
      undefined,
      'https://birds.example/private',
    );
    assert.deepEqual(value, { status: 'skipped', address: ADDRESS, reason: FORBIDDEN_BY_ROBOTS.message });
  });
});
