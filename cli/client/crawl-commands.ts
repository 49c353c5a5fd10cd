import type { Command } from 'commander';
import { CrawlPageStatus, CrawlStatus } from '../../sdk/enums.ts';
import type { Quarry } from '../../sdk/quarry.ts';
import { printable } from '../output/printable.ts';
import { wholeNumber } from './rest-client.ts';
import { callingService, withService, type GrpcTarget } from './grpc-client.ts';

interface MapOptions extends GrpcTarget {
  query?: string;
  limit?: number;
  includeSubdomains?: boolean;
}

interface CrawlOptions extends GrpcTarget {
  maxPages?: number;
  maxDepth?: number;
  include?: string[];
  exclude?: string[];
  includeSubdomains?: boolean;
  collection?: string;
  refresh?: string;
  wait: boolean;
}

/** Commands of callers: they ask a running service, with the key in a file. */
export function crawlCommands(program: Command): void {
  callingService(program.command('map'))
    .description('list the addresses of a site, best first')
    .argument('<url>')
    .option('--query <words>', 'words in titles and paths of the wanted pages')
    .option('--limit <number>', 'most addresses; default 1000', wholeNumber)
    .option('--include-subdomains', 'subdomains belong to the site')
    .action((url: string, { address, keyFile, tls, ...options }: MapOptions) =>
      withService({ address, keyFile, tls }, async (quarry) => {
        const { urls, warnings } = await quarry.crawls.map({ url, ...options });
        for (const { message } of warnings) process.stderr.write(`${printable(message)}\n`);
        for (const { url: found, title } of urls)
          process.stdout.write(`${[found, title ?? ''].map(printable).join('\t').trimEnd()}\n`);
      }),
    );
  callingService(program.command('crawl'))
    .description('crawl sites into the own index, and wait for the end')
    .argument('<urls...>')
    .option('--max-pages <number>', 'most stored pages; default 1000', wholeNumber)
    .option('--max-depth <number>', 'most links from a seed; default 10', wholeNumber)
    .option('--include <glob...>', 'globs on the path, of which a page must match one')
    .option('--exclude <glob...>', 'globs on the path, of which a page must match none')
    .option('--include-subdomains', 'subdomains belong to the crawl')
    .option('--collection <name>', 'collection of the documents')
    .option('--refresh <cadence>', 'time between two rounds, such as 1d; the command then does not wait')
    .option('--no-wait', 'return once the crawl is accepted')
    .action((urls: string[], { address, keyFile, tls, wait, ...options }: CrawlOptions) =>
      withService({ address, keyFile, tls }, (quarry) =>
        crawl(quarry, { urls, ...options }, wait && options.refresh === undefined),
      ),
    );
}

async function crawl(
  quarry: Quarry,
  request: Omit<CrawlOptions, 'wait' | keyof GrpcTarget> & { urls: string[] },
  wait: boolean,
) {
  const { crawl: created } = await quarry.crawls.create(request);
  const id = created?.id ?? '';
  process.stdout.write(`${id}\n`);
  if (!wait) return;
  const { crawl: ended } = await quarry.crawls.wait({ id });
  const failures = quarry.crawls.pagesAll({ id, status: CrawlPageStatus.CRAWL_PAGE_STATUS_FAILED });
  for await (const { url, reason } of failures) process.stderr.write(`${printable(url)}: ${printable(reason ?? '')}\n`);
  const { stored = 0, unchanged = 0, skipped = 0, failed = 0 } = ended?.counts ?? {};
  process.stdout.write(`${stored} stored, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed\n`);
  if (ended?.status !== CrawlStatus.CRAWL_STATUS_COMPLETED) throw new Error(`the crawl ${id} was not completed`);
}
