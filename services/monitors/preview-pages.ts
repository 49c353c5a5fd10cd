import type { FetchErrorCode, PageError } from '../fetch/page-error.ts';
import { readStoredPage } from './pages/page-requests.ts';
import { readWatched, type ReadWatchedDeps } from './pages/read-watched.ts';
import type { CheckedRequest } from './searches/store-requests.ts';

const AT_ONCE = 4;
// For all pages: the caller waits.
const WITHIN_MS = 60_000;
const SHOWN_CHARACTERS = 8_192;

/** A page as the first run of a monitor would find it. */
export interface PreviewedPage {
  url: string;
  status: 'ok' | 'failed';
  /** Why it could not be read; otherwise empty. */
  reason: string;
  errorCode: FetchErrorCode | null;
  title: string;
  /** Beginning of the text that is watched. Empty for a page that could not be read. */
  content: string;
}

export interface PreviewPagesDeps extends ReadWatchedDeps {
  clock: { now(): Date };
  /** Limit for all pages, after which the rest fails as `timeout`. Absent: a minute. */
  withinMs?: number;
}

/** Reads pages once, and keeps nothing. Where a monitor would render a page, its HTML is read. */
export async function previewPages(
  deps: PreviewPagesDeps,
  { orgId, pages }: { orgId: string; pages: readonly CheckedRequest[] },
  signal: AbortSignal,
): Promise<PreviewedPage[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(deps.withinMs ?? WITHIN_MS)]);
  const previewed: PreviewedPage[] = [];
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const portion = pages.slice(from, from + AT_ONCE);
    previewed.push(
      ...(await Promise.all(portion.map(({ given }) => previewPage(deps, { orgId, given }, { signal, within })))),
    );
  }
  return previewed;
}

async function previewPage(
  deps: PreviewPagesDeps,
  { orgId, given }: { orgId: string; given: CheckedRequest['given'] },
  { signal, within }: { signal: AbortSignal; within: AbortSignal },
): Promise<PreviewedPage> {
  const page = { ...readStoredPage(given), render: false };
  const { url } = page;
  const watching = { orgId, page, known: undefined, now: deps.clock.now };
  const read = await readWatched(deps, watching, within).catch((error: unknown): PageError => {
    signal.throwIfAborted();
    if (!within.aborted) throw error;
    return { status: 'error', code: 'timeout', message: 'It was not read in the time of a preview.' };
  });
  if (read.status === 'error')
    return { url, status: 'failed', reason: read.message, errorCode: read.code, title: '', content: '' };
  const content = read.places.map(({ text }) => text).join('\n');
  return {
    url,
    status: 'ok',
    reason: '',
    errorCode: null,
    title: read.title,
    content: content.slice(0, SHOWN_CHARACTERS),
  };
}
