import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';
import { ServiceError } from '../../core/errors.ts';
import type { AllowList } from '../../egress/allow-list.ts';
import { judgeUrl } from '../../egress/url-rules.ts';
import type { PageReadOptions } from '../../fetch/read-page.ts';
import type { CheckedRequest } from '../searches/store-requests.ts';

// Scripts have shown what they show by then, mostly.
const RENDERED_AFTER_MS = 1_000;

/** A page to watch, as its monitor received it and as it is stored. */
export interface PageInput {
  url: string;
  /** CSS selector of what is watched; absent: the main content, as it is recognized. */
  selector?: string;
  /** Whether a browser renders it in any case; absent: only where its HTML has little content of its own. */
  render?: boolean;
}

/**
 * Checks what can be checked without a lookup.
 *
 * @throws ServiceError INVALID_REQUEST for two identical pages, and for a URL that is never read
 */
export function checkPages(pages: readonly PageInput[], allowList: AllowList): CheckedRequest[] {
  const places = new Map<string, number>();
  return pages.map((given, index) => {
    const target = judgeUrl(given.url, allowList);
    if (target.status === 'refused') throw invalid(`${index}.url`, target.message);
    const identity = identityOf(given, target.url.href);
    const same = places.get(identity);
    if (same !== undefined) throw invalid(`${index}`, `is identical to page_requests.${same}`);
    places.set(identity, index);
    return { given: { ...given }, identity };
  });
}

function invalid(place: string, message: string): ServiceError {
  const param = `page_requests.${place}`;
  return new ServiceError('INVALID_REQUEST', `${param}: ${message}`, { param });
}

/** Searches have no such member, so that no page has the identity of a search. */
function identityOf({ selector, render = false }: PageInput, pageUrl: string): string {
  return createHash('sha256').update(canonicalJson({ pageUrl, selector, render })).digest('hex');
}

/** A page from its stored form. Rows outlive releases, so every member that was once stored stays readable. */
export function readStoredPage(stored: Record<string, unknown>): PageInput {
  const { url, selector, render } = stored;
  return {
    url: String(url),
    ...(typeof selector === 'string' && { selector }),
    ...(typeof render === 'boolean' && { render }),
  };
}

/** How a page is read. */
export function readOptionsOf({ selector, render = false }: PageInput): PageReadOptions {
  return {
    once: true,
    ...(selector !== undefined && { choice: { include: [selector], exclude: [] } }),
    ...(render && { waitFor: { ms: RENDERED_AFTER_MS } }),
  };
}
