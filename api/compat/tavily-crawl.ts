import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { plainText } from '../../services/text/markdown/plain-text.ts';
import type { CrawlResponse } from '../operations/crawls/responses.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { JsonBody } from '../operations/calls/call-in-process.ts';
import { readCrawledPages, type CrawledPage } from './crawled-pages.ts';
import { notOffered, type ForeignCall } from './foreign-call.ts';
import { globsOf } from './path-patterns.ts';

const PAGES = 50;
const MOST_PAGES = 1_000;
const DEPTH = 1;
const DEEPEST = 5;
const SECONDS = 150;
// The clients give up at the limit itself.
const READ_WITHIN_MS = 5_000;
const ASK_EVERY_MS = 500;
const READ_UNTIL_MS = 1_000;
const PAGES_OF_PART = 25;
// The response is held in memory as a whole.
const MOST_CHARACTERS = 32 * 1024 * 1024;

const CrawlInput = z.strictObject({
  url: z.string(),
  max_depth: z.int().min(1).max(DEEPEST).nullish(),
  limit: z.int().min(1).max(MOST_PAGES).nullish(),
  select_paths: z.array(z.string()).nullish(),
  exclude_paths: z.array(z.string()).nullish(),
  format: z.enum(['markdown', 'text']).nullish(),
  extract_depth: z.enum(['basic', 'advanced']).nullish(),
  timeout: z.number().min(10).max(SECONDS).nullish(),
  // Theirs goes to other hosts by default; ours stays within the site and its subdomains.
  allow_external: notOffered('allow_external'),
  max_breadth: notOffered('max_breadth'),
  instructions: notOffered('instructions'),
  chunks_per_source: notOffered('chunks_per_source'),
  select_domains: notOffered('select_domains'),
  exclude_domains: notOffered('exclude_domains'),
  include_images: notOffered('include_images'),
  include_favicon: notOffered('include_favicon'),
  include_usage: notOffered('include_usage'),
});

/** A crawl to its end, or to the time limit of the call, which cancels it. */
export async function crawl({ input, call, requestId, signal }: ForeignCall): Promise<JsonBody> {
  const startedAt = performance.now();
  const asked = parseRequest(CrawlInput, input);
  const body = {
    urls: [asked.url],
    max_pages: asked.limit ?? PAGES,
    max_depth: asked.max_depth ?? DEPTH,
    include: (asked.select_paths ?? []).flatMap((pattern) => globsOf(pattern, 'select_paths')),
    exclude: (asked.exclude_paths ?? []).flatMap((pattern) => globsOf(pattern, 'exclude_paths')),
    include_subdomains: true,
  };
  const { crawl: created } = (await call('createCrawl', { body }, signal)) as z.infer<typeof CrawlResponse>;
  const limitMs = startedAt + (asked.timeout ?? SECONDS) * 1_000;
  await untilEnded({ call, signal }, created.id, limitMs - READ_WITHIN_MS);
  const pages = await readPages({ call, signal }, created.id, limitMs - READ_UNTIL_MS);
  return {
    base_url: asked.url,
    results: pages.map(({ page, markdown }) => ({
      url: page.url,
      raw_content: asked.format === 'text' ? plainText(markdown) : markdown,
    })),
    response_time: Math.round(performance.now() - startedAt) / 1_000,
    request_id: requestId,
  };
}

type Calling = Pick<ForeignCall, 'call' | 'signal'>;

/** Cancels the crawl where its caller goes away, and at the limit in milliseconds. */
async function untilEnded({ call, signal }: Calling, id: string, limitMs: number): Promise<void> {
  const of = { params: { id } };
  try {
    for (;;) {
      const { crawl: now } = (await call('getCrawl', of, signal)) as z.infer<typeof CrawlResponse>;
      if (now.stop_reason !== undefined) return;
      if (performance.now() >= limitMs) break;
      await sleep(ASK_EVERY_MS, undefined, { signal });
    }
  } catch (thrown) {
    // The first failure is the one to tell.
    await call('cancelCrawl', of, new AbortController().signal).catch(() => undefined);
    throw thrown;
  }
  await call('cancelCrawl', of, signal);
}

/** All pages that the response can hold, and that are read in time; the others are documents all the same. */
async function readPages(calling: Calling, id: string, limitMs: number): Promise<CrawledPage[]> {
  const all: CrawledPage[] = [];
  let characters = 0;
  let after: string | undefined;
  do {
    const { pages, next } = await readCrawledPages(calling, id, { limit: PAGES_OF_PART, after });
    for (const page of pages) {
      characters += page.markdown.length;
      if (characters > MOST_CHARACTERS) return all;
      all.push(page);
    }
    after = next;
  } while (after !== undefined && performance.now() < limitMs);
  return all;
}
