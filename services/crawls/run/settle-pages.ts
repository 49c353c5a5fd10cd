import type { Sql } from '../../database/database.ts';
import { storable } from '../../database/storable.ts';
import { documentOfPage } from '../../documents/document-of-page.ts';
import { LIMIT_REACHED, type DocumentResult, type Documents } from '../../documents/documents.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { addressOf } from '../frontier/address.ts';
import { isAdmitted, priorityOf } from '../frontier/admit.ts';
import { addAddresses, type FoundAddress, type OfCrawl } from '../frontier/frontier.ts';
import { areNearCopies, copiedPage, printsOf, storePrints } from '../frontier/prints.ts';
import { CRAWL_NEWS, lockRunning, type RunningCrawl } from '../storage/transitions.ts';
import type { AddressReading } from './read-address.ts';
import { writeOutcomes, type AddressOutcome } from './write-outcomes.ts';

export interface SettleDeps {
  database: Database;
  clock: Clock;
  documents: Documents;
}

/** What a batch has changed. */
export interface Settled {
  /** Whether the crawl still runs. If not, nothing was stored. */
  isRunning: boolean;
  stored: number;
  /** How many more pages have a document, the unchanged ones of other origins too. */
  added: number;
  /** Whether the organization's limit of documents has refused a page. */
  isLimited: boolean;
  /** Hosts with new addresses. */
  hosts: string[];
}

const STOPPED: Settled = { isRunning: false, stored: 0, added: 0, isLimited: false, hosts: [] };

type Read = Extract<AddressReading, { status: 'read' }>;

/** A page to store. */
interface Worth {
  reading: Read;
  prints: number[];
}

/**
 * Stores what was read in one transaction: documents, the state and the events of addresses, new addresses, counts, and the
 * pages that the portion owes. So a page is neither lost nor charged twice, whenever the process ends.
 */
export async function settlePages(
  deps: SettleDeps,
  { crawlId, orgId }: Pick<OfCrawl, 'crawlId' | 'orgId'>,
  { crawl, readings }: { crawl: RunningCrawl; readings: readonly AddressReading[] },
): Promise<Settled> {
  const of = { crawlId, orgId, now: deps.clock.now() };
  const { worth, others } = await sort(deps.database, of, { crawl, readings });
  const documents = worth.map(({ reading: { page, address } }) =>
    documentOfPage(address.document_url ?? page.finalUrl, page, {
      scope: crawl.request.scope ?? undefined,
      collection: crawl.request.collection ?? undefined,
      metadata: crawl.request.metadata ?? undefined,
    }),
  );
  const gone = others.flatMap(({ address, isGone }) =>
    isGone && address.document_url !== null ? address.document_url : [],
  );
  // Before the states: a repeated removal is harmless, and a lost one would leave the document.
  if (gone.length > 0 && (await deps.database.transaction((sql) => lockRunning(sql, crawlId))))
    await deps.documents.remove(orgId, gone);
  let settled = STOPPED;
  const isStopped = new Error('the crawl has ended');
  try {
    await deps.documents.index(orgId, documents, async (sql, results) => {
      if (!(await lockRunning(sql, crawlId))) throw isStopped;
      // After the documents are written, so that a later version of one is newer than this reading.
      settled = await store(sql, { ...of, now: deps.clock.now() }, { crawl, readings, worth, others, results });
    });
  } catch (error) {
    if (error !== isStopped) throw error;
    return STOPPED;
  }
  return settled;
}

/** Tells pages that are worth a document from copies, redirects and failures. */
async function sort(
  sql: Sql,
  of: OfCrawl,
  { crawl, readings }: { crawl: RunningCrawl; readings: readonly AddressReading[] },
): Promise<{ worth: Worth[]; others: AddressOutcome[] }> {
  const worth: Worth[] = [];
  const others: AddressOutcome[] = [];
  const urls = new Set<string>();
  for (const reading of readings) {
    const outcome = reading.status === 'read' ? await reasonAgainst(sql, of, { crawl, reading }) : outcomeOf(reading);
    if (outcome) others.push(outcome);
    if (outcome || reading.status !== 'read') continue;
    const prints = printsOf(reading.page.markdown);
    const twin = worth.find((other) => areNearCopies(prints, other.prints));
    const copied = twin?.reading.address.key ?? (await copiedPage(sql, of, { key: reading.address.key, prints }));
    const url = reading.address.document_url ?? reading.page.finalUrl;
    if (copied !== undefined || urls.has(url)) others.push(skipped(reading, `A near copy of ${copied ?? url}.`, true));
    else worth.push({ reading, prints });
    urls.add(url);
  }
  return { worth, others };
}

const skipped = (reading: Read, reason: string, isCopy = false): AddressOutcome => ({
  address: reading.address,
  status: 'skipped',
  reason,
  isWorthless: isCopy,
  httpStatus: reading.page.httpStatus,
});

function outcomeOf(reading: Exclude<AddressReading, Read>): AddressOutcome {
  const { address, status } = reading;
  if (status === 'unchanged') return { address, status, httpStatus: reading.httpStatus };
  if (status === 'later') return { address, status: 'waiting', reason: reading.reason, afterMs: reading.afterMs };
  if (status === 'skipped')
    return { address, status, reason: reading.reason, httpStatus: reading.httpStatus, isWorthless: true };
  return {
    address,
    status,
    reason: reading.reason,
    httpStatus: reading.httpStatus,
    isGone: reading.isGone,
    // An outage says nothing about the pages.
    isWorthless: reading.httpStatus !== undefined && reading.httpStatus < 500 && reading.httpStatus !== 429,
  };
}

/** Why a page that was read is not stored under its address, if so: it is another page, or may not be. */
async function reasonAgainst(
  sql: Sql,
  { crawlId }: OfCrawl,
  { crawl, reading }: { crawl: RunningCrawl; reading: Read },
): Promise<AddressOutcome | undefined> {
  const { page, address } = reading;
  if (page.extras?.directions?.mayIndex === false)
    return { ...skipped(reading, 'The page asks not to be indexed.'), isGone: true };
  const final = addressOf(page.finalUrl);
  if (!final || (final.key !== address.key && !isAdmitted(crawl.request, final, address.depth)))
    return skipped(reading, `Redirects out of the crawl, to ${page.finalUrl}.`);
  const declared = page.canonicalUrl === undefined ? final : (addressOf(page.canonicalUrl) ?? final);
  // A canonical address out of the crawl is a page that the crawl must not read.
  const meant = isAdmitted(crawl.request, declared, address.depth) ? declared : final;
  if (meant.key === address.key) return undefined;
  const known = await sql.builder
    .selectFrom('crawl_addresses')
    .select('status')
    .where('crawl_id', '=', crawlId)
    .where('key', '=', meant.key)
    .executeTakeFirst();
  // Two pages may name each other, and the other one may be broken.
  if (known?.status === 'failed' || known?.status === 'skipped') return undefined;
  reading.alias = meant.url;
  return skipped(reading, `The same page as ${meant.url}.`);
}

interface Batch {
  crawl: RunningCrawl;
  readings: readonly AddressReading[];
  worth: readonly Worth[];
  others: readonly AddressOutcome[];
  results: readonly DocumentResult[];
}

async function store(sql: Sql, of: OfCrawl, { crawl, readings, worth, others, results }: Batch): Promise<Settled> {
  const outcomes = [...others, ...worth.map(({ reading }, place) => storedOutcome(reading, results[place]))];
  const kept = worth.filter((_, place) => results[place]?.status !== 'error');
  await storePrints(sql, of, [
    ...kept.map(({ reading, prints }) => ({ key: reading.address.key, prints })),
    ...others.filter(({ isGone }) => isGone).map(({ address }) => ({ key: address.key, prints: [] })),
  ]);
  const counted = await writeOutcomes(sql, of, { round: crawl.round, outcomes });
  const isLimited = results.some((result) => result.status === 'error' && result.error === LIMIT_REACHED);
  if (isLimited)
    await sql.builder.updateTable('crawls').set({ is_limited: true }).where('id', '=', of.crawlId).execute();
  const hosts = await addAddresses(sql, of, linksFrom(crawl, readings));
  await sql.query('select pg_notify($1, $2)', [CRAWL_NEWS, of.crawlId]);
  return { isRunning: true, ...counted, isLimited, hosts };
}

function storedOutcome({ address, page }: Read, result: DocumentResult | undefined): AddressOutcome {
  const shown = { address, httpStatus: page.httpStatus, title: page.title && storable(page.title) };
  if (!result || result.status === 'error')
    return { ...shown, status: 'failed', reason: result?.error ?? 'It has no text.' };
  const status = result.status === 'indexed' ? 'stored' : 'unchanged';
  return { ...shown, status, documentUrl: result.url, validators: page.validators ?? {} };
}

function linksFrom(crawl: RunningCrawl, readings: readonly AddressReading[]): FoundAddress[] {
  return readings.flatMap((reading) => {
    if (reading.status !== 'read') return [];
    const { address, alias, links } = reading;
    const at = (depth: number) => ({ depth, isListed: false });
    const other = alias === undefined ? undefined : found(crawl, alias, at(address.depth));
    const next = links.flatMap((link) => found(crawl, link, at(address.depth + 1)) ?? []);
    return other ? [other, ...next] : next;
  });
}

/** An address of the crawl; undefined for one that does not belong to it. */
export function found(
  { request }: Pick<RunningCrawl, 'request'>,
  url: string,
  at: { depth: number; isListed: boolean },
): FoundAddress | undefined {
  const address = addressOf(url);
  if (!address || !isAdmitted(request, address, at.depth)) return undefined;
  return { ...address, depth: at.depth, priority: priorityOf(request, address, at) };
}
