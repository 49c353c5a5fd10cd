import assert from 'node:assert/strict';
import { createAccounts } from '../../../services/accounts/accounts.ts';
import { systemClock } from '../../../services/core/clock.ts';
import { newId } from '../../../services/core/ids.ts';
import { createCrawlRun, type CrawlRun, type NextStep } from '../../../services/crawls/run/crawl-run.ts';
import { insertCrawl, selectCrawls } from '../../../services/crawls/storage/stored-crawls.ts';
import { createDocuments, type Documents } from '../../../services/documents/documents.ts';
import type { PageResult } from '../../../services/fetch/read-page.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { crawlOf } from './crawl-request.ts';

const SITE = 'https://birds.example';
const BIRDS = ['auk', 'tern', 'skua', 'gull', 'shag', 'murre', 'petrel', 'fulmar', 'gannet', 'puffin'];

/** A text that no other page of the site is a copy of. */
const textOf = (bird: string) =>
  Array.from(
    { length: 12 },
    (_, at) => `The ${bird} of the ${at}th ${bird} cliff eats ${bird}-fish number ${at * bird.length}.`,
  ).join(' ');

describe('a crawl', () => {
  let scratch: TestDatabase;
  let asked: string[];
  let linked: string[];
  before(async () => (scratch = await createTestDatabase()));
  after(() => scratch.drop());
  beforeEach(() => {
    asked = [];
    linked = BIRDS;
  });

  /** A site whose first page links to one of each bird. */
  const readPage = async (url: string): Promise<PageResult> => {
    asked.push(url);
    const bird = url.slice(SITE.length + 1);
    const links = linked.map((name) => ({ url: `${SITE}/${name}`, text: name, internal: true }));
    return {
      status: 'ok',
      finalUrl: url,
      httpStatus: 200,
      contentType: 'text/html',
      fetchedAt: new Date(),
      markdown: textOf(bird === '' ? 'bird' : bird),
      extras: { links: bird === '' ? links : [] },
    };
  };

  async function start(members: { maxPages?: number; most?: number; refreshSeconds?: number | null } = {}) {
    const { maxPages = 100, most = 1_000, refreshSeconds = null } = members;
    const { database } = scratch;
    const { orgId } = await createAccounts(database, systemClock).createOrganization('birds', 100);
    const limits = { documentsPerOrganization: most };
    const documents = createDocuments({ database, clock: systemClock, newId, limits });
    const rules = {
      refusalOf: () => undefined,
      isAllowed: () => true,
      crawlDelayMs: undefined,
      sitemaps: [],
      isUnreachable: false,
    };
    const reader = {
      clock: systemClock,
      robotsOf: async () => rules,
      delayMs: 0,
      hostTurns: { take: async () => 'taken' as const, end: async () => new Date() },
      readPage,
    };
    const refused = { status: 'refused', code: 'url_not_accessible', message: 'nothing is there' } as const;
    const egress = { request: async () => refused, close: async () => undefined };
    const web = { egress, userAgent: 'test' };
    const run = createCrawlRun({
      database,
      clock: systemClock,
      documents,
      web,
      reader,
      plainReader: reader,
      timeScale: 1,
    });
    const key = { crawlId: newId('crawl'), orgId };
    const refresh = refreshSeconds === null ? null : '1d';
    const request = { ...crawlOf(`${SITE}/`), maxPages, maxDepth: 5, refresh };
    const crawl = { ...key, callerId: 'key_1', request, refreshSeconds, now: systemClock.now() };
    await database.transaction((sql) => insertCrawl(sql, crawl));
    return { run, key, documents };
  }

  /** Reads until the crawl ends, or waits for a round. */
  async function readAll(run: CrawlRun, key: { crawlId: string; orgId: string }): Promise<NextStep> {
    const { signal } = new AbortController();
    await run.begin(key, signal);
    for (;;) {
      const step = await run.readPages(key, signal);
      if (step.next !== 'read') return step;
    }
  }
  const stored = async ({ orgId, crawlId }: { orgId: string; crawlId: string }) => {
    const crawl = await selectCrawls(scratch.database, orgId).where('id', '=', crawlId).executeTakeFirst();
    assert.ok(crawl);
    return crawl;
  };
  const index = (documents: Documents, orgId: string) =>
    documents.index(
      orgId,
      BIRDS.map((bird) => ({ url: `${SITE}/${bird}`, text: textOf(bird) })),
    );

  it('requests nothing while its organization is suspended, and goes on afterwards', async () => {
    const { run, key } = await start();
    const { signal } = new AbortController();
    await run.begin(key, signal);
    const suspend = (at: Date | null) =>
      scratch.database.query('update organizations set suspended_at = $2 where id = $1', [key.orgId, at]);
    asked = [];
    await suspend(new Date());
    const step = await run.readPages(key, signal);
    assert.deepEqual([step.next, step.next === 'read' && step.waitMs > 0, asked], ['read', true, []]);
    await suspend(null);
    assert.deepEqual(await readAll(run, key), { next: 'end', stopReason: 'finished' });
    assert.equal((await stored(key)).stored, 11);
  });

  it('reads no further at the limit of documents of its organization, and says so', async () => {
    // More than are requested before the first ones are stored, on a slow machine too.
    linked = BIRDS.flatMap((one) => BIRDS.flatMap((other) => BIRDS.map((last) => one + other + last)));
    const { run, key } = await start({ most: 3 });
    assert.deepEqual(await readAll(run, key), { next: 'end', stopReason: 'max_pages' });
    const { isLimited, stored: pages } = await stored(key);
    assert.deepEqual([isLimited, pages], [true, 3]);
    assert.ok(asked.length < linked.length, `${asked.length} of ${linked.length} pages were requested`);
  });

  it('has no more pages than max_pages where their documents were there before, unchanged', async () => {
    const { run, key, documents } = await start({ maxPages: 4 });
    await index(documents, key.orgId);
    assert.deepEqual(await readAll(run, key), { next: 'end', stopReason: 'max_pages' });
    const { held, stored: pages, unchanged } = await stored(key);
    assert.deepEqual([held, pages, unchanged], [4, 1, 3]);
  });
});
