import { setTimeout as sleep } from 'node:timers/promises';
import type { KnownPlace } from '../../../entities/monitors/monitor-snapshot.ts';
import type { Validators } from '../../fetch/download.ts';
import { mayPass, type PageError } from '../../fetch/page-error.ts';
import type { HostTurn } from '../../fetch/per-host.ts';
import type { PageReadOptions, PageResult } from '../../fetch/read-page.ts';
import { readInTime, type ReadWithinHostDeps } from '../../fetch/read-within-host.ts';
import { FORBIDDEN_BY_ROBOTS } from '../../fetch/robots.ts';
import { compareReads, type ReadComparison } from './compare-reads.ts';
import { readOptionsOf, type PageInput } from './page-requests.ts';
import { partsOf } from './parts-of.ts';

const PAGE_WITHIN_MS = 45_000;
const MOST_HOSTS = 5;
const UNCHANGED = 304;
// A clock or a counter of seconds has moved on by then.
const AGAIN_AFTER_MS = 1_200;

export interface ReadWatchedDeps extends ReadWithinHostDeps {
  /** One request at a time to each host, across all processes. */
  hostTurns: { run<T>(turn: HostTurn, signal: AbortSignal, work: () => Promise<T>): Promise<T> };
}

/** What is known of a page from earlier reads. */
export interface KnownPage {
  places: readonly KnownPlace[];
  title: string;
  url: string;
  readAt: Date;
  validators: Validators;
}

/** A read of a watched page beside what was known of it. */
export interface WatchedRead extends ReadComparison {
  status: 'read';
  /** After redirects. */
  url: string;
  title: string;
  readAt: Date;
  validators: Validators;
}

interface Watching {
  orgId: string;
  page: PageInput;
  /** Undefined: the page was never read. */
  known: KnownPage | undefined;
  now(): Date;
}

/**
 * Reads a watched page in a turn of its host, as its robots.txt allows, and compares it with what is known of it. Where it seems
 * to have changed, it is read again at once: what differs between the two is no change. A redirect to another host is followed
 * in a turn of that host.
 */
export async function readWatched(
  deps: ReadWatchedDeps,
  watching: Watching,
  signal: AbortSignal,
): Promise<WatchedRead | PageError> {
  let { url } = watching.page;
  for (let hosts = 1; ; hosts += 1) {
    const read = await deps.hostTurns.run({ url, orgId: watching.orgId }, signal, () =>
      readAt(deps, { ...watching, url }, signal),
    );
    if (read.status === 'read' || read.redirectsTo === undefined || hosts === MOST_HOSTS) return read;
    url = read.redirectsTo;
  }
}

interface WatchingAt extends Watching {
  url: string;
}

async function readAt(
  deps: ReadWatchedDeps,
  watching: WatchingAt,
  signal: AbortSignal,
): Promise<WatchedRead | PageError> {
  const { page, known, now } = watching;
  const options = readOptionsOf(page);
  const first = await loaded(deps, watching.url, { ...options, known: known?.validators }, signal);
  const readAt = now();
  if (first.status === 'error') return known && first.httpStatus === UNCHANGED ? unchanged(known, readAt) : first;
  const parts = partsOf(first.markdown);
  const { finalUrl: url, title = '', validators = {} } = first;
  const read = { status: 'read' as const, url, title, readAt, validators };
  const comparison = compareReads(known?.places, parts, { readAt });
  if (comparison.added.length + comparison.removed.length === 0) return { ...read, ...comparison };
  await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  const second = await loaded(deps, watching.url, options, signal);
  if (second.status === 'error') return { ...read, ...comparison };
  const again = new Set(partsOf(second.markdown));
  return { ...read, ...compareReads(known?.places, parts, { readAt, again }) };
}

function unchanged({ places, url, title, validators }: KnownPage, readAt: Date): WatchedRead {
  const parts = places.map(({ text }) => text).filter((text) => text !== '');
  return { status: 'read', url, title, readAt, validators, ...compareReads(places, parts, { readAt }) };
}

function loaded(
  deps: ReadWatchedDeps,
  url: string,
  options: PageReadOptions,
  signal: AbortSignal,
): Promise<PageResult> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(PAGE_WITHIN_MS)]);
  return readInTime(deps, { url, options }, { signal, within, withinMs: PAGE_WITHIN_MS });
}

/** Whether the same request may succeed later. */
export function isPassing(error: PageError): boolean {
  return error !== FORBIDDEN_BY_ROBOTS && mayPass(error);
}
