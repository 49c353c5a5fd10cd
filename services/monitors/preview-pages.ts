import type { FetchErrorCode } from '../fetch/page-error.ts';
import { readStoredPage } from './pages/page-requests.ts';
import { readWatched, type ReadWatchedDeps } from './pages/read-watched.ts';
import type { CheckedRequest } from './searches/store-requests.ts';

const AT_ONCE = 4;
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
}

/** Reads pages once, and keeps nothing. Where a monitor would render a page, its HTML is read. */
export async function previewPages(
  deps: PreviewPagesDeps,
  { orgId, pages }: { orgId: string; pages: readonly CheckedRequest[] },
  signal: AbortSignal,
): Promise<PreviewedPage[]> {
  const previewed: PreviewedPage[] = [];
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const portion = pages.slice(from, from + AT_ONCE);
    previewed.push(...(await Promise.all(portion.map(({ given }) => previewPage(deps, { orgId, given }, signal)))));
  }
  return previewed;
}

async function previewPage(
  deps: PreviewPagesDeps,
  { orgId, given }: { orgId: string; given: CheckedRequest['given'] },
  signal: AbortSignal,
): Promise<PreviewedPage> {
  const page = { ...readStoredPage(given), render: false };
  const read = await readWatched(deps, { orgId, page, known: undefined, now: deps.clock.now }, signal);
  const { url } = page;
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
