import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { printable } from '../output/printable.ts';
import { AGAIN_AFTER_MS, callingRest, isTriedAgain, wholeNumber, withRest } from './rest-client.ts';
import type { Calling, RestTarget } from './rest-client.ts';

interface MapOptions extends RestTarget {
  query?: string;
  limit?: number;
  includeSubdomains?: boolean;
}

interface CrawlOptions extends RestTarget {
  maxPages?: number;
  maxDepth?: number;
  include?: string[];
  exclude?: string[];
  includeSubdomains?: boolean;
  collection?: string;
  refresh?: string;
  wait: boolean;
}

/** What the command shows of a crawl. */
interface ShownCrawl {
  id: string;
  status: string;
  stop_reason?: string | null;
  counts: { stored: number; unchanged: number; skipped: number; failed: number };
}

/** `quarry map` and `quarry crawl`. */
export function crawlCommands(program: Command): void {
  callingRest(program.command('map'), [
    'map https://example.com/',
    'map --query "prices" --limit 5 https://example.com/',
  ])
    .description('list the addresses of a site, best first')
    .argument('<url>')
    .option('--query <words>', 'words in titles and paths of the wanted pages')
    .option('--limit <number>', 'most addresses; default 1000', wholeNumber)
    .option('--include-subdomains', 'subdomains belong to the site')
    .action((url: string, options: MapOptions) => withRest(options, (calling) => map(calling, url, options)));
  callingRest(program.command('crawl'), [
    'crawl --max-pages 100 https://example.com/',
    "crawl --include '/docs/**' --collection docs --no-wait https://example.com/",
  ])
    .description('crawl sites into your own index, and wait for the end')
    .argument('<urls...>')
    .option('--max-pages <number>', 'most stored pages; default 1000', wholeNumber)
    .option('--max-depth <number>', 'most links from a seed; default 10', wholeNumber)
    .option('--include <glob...>', 'globs on the path, of which a page must match one')
    .option('--exclude <glob...>', 'globs on the path, of which a page must match none')
    .option('--include-subdomains', 'subdomains belong to the crawl')
    .option('--collection <name>', 'collection of the documents')
    .option('--refresh <cadence>', 'time between two rounds, such as 1d; the command then does not wait')
    .option('--no-wait', 'return once the crawl is accepted')
    .action((urls: string[], options: CrawlOptions) => withRest(options, (calling) => crawl(calling, urls, options)));
}

async function map({ post, output }: Calling, url: string, options: MapOptions): Promise<void> {
  const { query, limit, includeSubdomains, json } = options;
  const request = { url, query, limit, include_subdomains: includeSubdomains };
  const { urls, warnings = [] } = await post<{
    urls: Array<{ url: string; title?: string }>;
    warnings?: Array<{ message: string }>;
  }>('/v1/map', request);
  for (const { message } of warnings) process.stderr.write(`${printable(message)}\n`);
  for (const found of urls)
    if (json) output.json(found);
    else output.write(`${[found.url, found.title ?? ''].map(printable).join('\t').trimEnd()}\n`);
}

async function crawl(calling: Calling, urls: string[], options: CrawlOptions): Promise<void> {
  const { output, post } = calling;
  const { crawl: created } = await post<{ crawl: ShownCrawl }>('/v1/crawls', requestOf(urls, options));
  const isFollowed = options.wait && options.refresh === undefined;
  if (!options.json) output.write(`${printable(created.id)}\n`);
  else if (!isFollowed) output.json(created);
  if (!isFollowed) return;
  const ended = await endOf(calling, created.id);
  await reportFailures(calling, created.id);
  const { stored, unchanged, skipped, failed } = ended.counts;
  if (options.json) output.json(ended);
  else output.write(`${stored} stored, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed\n`);
  if (ended.status !== 'completed') throw new Error(`the crawl ${created.id} was not completed`);
}

const requestOf = (urls: string[], options: CrawlOptions) => ({
  urls,
  max_pages: options.maxPages,
  max_depth: options.maxDepth,
  include: options.include,
  exclude: options.exclude,
  include_subdomains: options.includeSubdomains,
  collection: options.collection,
  refresh: options.refresh,
});

const crawlPath = (id: string) => `/v1/crawls/${encodeURIComponent(id)}`;

/** The crawl once it has ended, also over lost connections. @throws ServiceError UNAVAILABLE where none comes back */
async function endOf({ get, signal }: Calling, id: string): Promise<ShownCrawl> {
  for (let failures = 0; ;) {
    try {
      const { crawl } = await get<{ crawl: ShownCrawl }>(crawlPath(id));
      if (crawl.stop_reason) return crawl;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isTriedAgain(error, failures)) throw error;
    }
    await sleep(AGAIN_AFTER_MS, undefined, { signal });
  }
}

async function reportFailures({ get }: Calling, id: string): Promise<void> {
  let after: string | undefined;
  do {
    const page = await get<{ pages: Array<{ url: string; reason?: string }>; next?: string }>(
      `${crawlPath(id)}/pages`,
      { status: 'failed', after },
    );
    for (const { url, reason } of page.pages) process.stderr.write(`${printable(url)}: ${printable(reason ?? '')}\n`);
    after = page.next;
  } while (after);
}
