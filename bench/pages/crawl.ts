import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { withService, type BenchService } from '../harness/service.ts';
import { documentsFrom } from '../harness/synthetic-text.ts';
import { serveAll, serveManuals, type DocHosts } from './doc-hosts.ts';

const HOSTS = 60;
const PAGES_OF_ONE_SITE = 5_000;
const LOOK_MS = 250;
const MIB = 1_024 * 1_024;
// Pages that list others.
const LISTS = 1_000;
const CRAWLER = { QUARRY_CRAWL_DELAY: '0' };

interface CrawlRead {
  crawl: { status: string; stop_reason?: string; counts: Record<string, number> };
}

/** Pages a second of a crawl until they are searchable, beside Scrapy with trafilatura; memory of one large site. */
export async function benchCrawl(): Promise<string[]> {
  return [...(await manyHosts()), await oneSite()];
}

async function manyHosts(): Promise<string[]> {
  const hosts = await serveManuals(HOSTS);
  try {
    const ours = await withService((service) => crawl(service, hosts), CRAWLER);
    const { stored = 0, skipped = 0, failed = 0 } = ours.counts;
    return [
      `crawl of ${hosts.pages} pages of manuals at ${HOSTS} hosts: ${rate(hosts.pages, ours.ms)} read, extracted, stored and searchable (target 30); ${stored} stored, ${skipped} skipped, ${failed} failed`,
      await besideScrapy(hosts),
    ];
  } finally {
    await hosts.close();
  }
}

const rate = (pages: number, ms: number) => `${(pages / (ms / 1_000)).toFixed(1)} pages a second`;

/** Time from the request until the last page is found by a search. */
async function crawl(
  service: BenchService,
  hosts: DocHosts,
  onLook: (counts: Record<string, number>) => void = () => undefined,
): Promise<{ ms: number; counts: Record<string, number> }> {
  const startedAt = performance.now();
  const request = { urls: hosts.urls, max_pages: hosts.pages + LISTS, render: 'never' };
  const { crawl: created } = (await service.post('/v1/crawls', request)) as { crawl: { id: string } };
  for (;;) {
    const { crawl: read } = (await service.get(`/v1/crawls/${created.id}`)) as CrawlRead;
    onLook(read.counts);
    if (read.stop_reason !== undefined) {
      await untilSearchable(service, created.id);
      return { ms: performance.now() - startedAt, counts: read.counts };
    }
    await sleep(LOOK_MS);
  }
}

async function untilSearchable(service: BenchService, crawlId: string): Promise<void> {
  const path = `/v1/crawls/${crawlId}/pages?status=stored&limit=1000`;
  const { pages } = (await service.get(path)) as {
    pages: Array<{ title?: string; fetched_at: string; document_url: string }>;
  };
  const last = pages.reduce((one, other) => (other.fetched_at > one.fetched_at ? other : one));
  const { hostname } = new URL(last.document_url);
  for (;;) {
    const search = { query: last.title ?? 'page', include_domains: [hostname], max_results: 100 };
    const { documents } = (await service.post('/v1/search', search)) as { documents: Array<{ url: string }> };
    if (documents.some(({ url }) => url === last.document_url)) return;
    await sleep(LOOK_MS);
  }
}

/** QUARRY_BENCH_SCRAPY names a Python that has the packages `scrapy` and `trafilatura`. */
async function besideScrapy(hosts: DocHosts): Promise<string> {
  const python = process.env.QUARRY_BENCH_SCRAPY;
  if (python === undefined) return 'QUARRY_BENCH_SCRAPY is not set: the crawl was not compared with Scrapy.';
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-scrapy-'));
  try {
    const found = join(folder, 'pages.jsonl');
    const spider = fileURLToPath(new URL('scrapy-spider.py', import.meta.url));
    const startedAt = performance.now();
    await promisify(execFile)(python, [spider, found, ...hosts.urls]);
    const ms = performance.now() - startedAt;
    const read = (await readFile(found, 'utf8')).split('\n').length - 1 - hosts.urls.length;
    return `Scrapy with trafilatura, the same pages, extracted and written to a file: ${rate(read, ms)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resident memory of the service over the crawl of one site: it must not grow with the pages. */
async function oneSite(): Promise<string> {
  const { values } = parseArgs({ options: { documents: { type: 'string' } }, strict: false, allowPositionals: true });
  const count = typeof values.documents === 'string' ? Number(values.documents) : PAGES_OF_ONE_SITE;
  const texts = documentsFrom(0, count) as Array<{ title: string; text: string }>;
  const hosts = await serveAll([texts.map(pageOf)]);
  try {
    return await withService(async (service) => {
      const memory = new Map<number, number>();
      const quarter = Math.max(1, Math.floor(count / 4));
      const look = async (stored: number) => {
        const part = Math.floor(stored / quarter);
        if (!memory.has(part)) memory.set(part, await residentMib(service.child.pid ?? 0));
      };
      const looks: Array<Promise<void>> = [];
      const { ms, counts } = await crawl(service, hosts, ({ stored = 0 }) => void looks.push(look(stored)));
      await Promise.all(looks);
      const figures = [...memory].map(([part, mib]) => `${part * quarter}: ${Math.round(mib)} MiB`).join(', ');
      return `crawl of one site of ${count} pages: ${rate(counts.stored ?? 0, ms)}, ${counts.stored} stored; memory of the service by pages stored: ${figures}`;
    }, CRAWLER);
  } finally {
    await hosts.close();
  }
}

const pageOf = ({ title, text }: { title: string; text: string }) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1>${text
    .split('. ')
    .map((sentence) => `<p>${sentence}.</p>`)
    .join('')}</main>`;

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024) / MIB;
}
