import type { Clock } from '../core/clock.ts';
import type { AllowList } from '../egress/allow-list.ts';
import type { Scope } from '../query/scopes.ts';
import type { SearchWarning } from '../providers/provider-set.ts';
import type { Search } from '../search/search.ts';
import type { MonitorSettings } from './create-monitor.ts';
import { judgePreview, type PreviewedDocument, type PreviewedRecord, type PreviewedReprint } from './first-verdicts.ts';
import type { SearchOutcome } from './run/search-outcome.ts';
import { outcomeOf } from './run/search-batch.ts';
import { anchorOf, periodMs } from './schedule/pace.ts';
import { checkPages } from './pages/page-requests.ts';
import { previewPages, type PreviewedPage, type PreviewPagesDeps } from './preview-pages.ts';
import { checkRequests, requireRequests, type CheckedRequest } from './searches/store-requests.ts';
import { mergedWebhook } from './webhook.ts';

const MOST_REQUESTS = 20;
// With 64 KiB of text each, this many fit into a response.
const MOST_DOCUMENTS = 200;
const AT_ONCE = 4;
const TIMES = 5;

/** The result of a monitor's first run, in advance. */
export interface MonitorPreview {
  /** Start times of the next runs, the first one at once. Empty if the monitor is paused. */
  nextRuns: Date[];
  searches: PreviewedSearch[];
  pages: PreviewedPage[];
  delivered: PreviewedRecord[];
  suppressed: PreviewedReprint[];
  /** Parts that the preview omits. */
  warnings: SearchWarning[];
}

interface PreviewedSearch {
  query: string;
  status: 'ok' | 'failed';
  reason: string;
  resultsReturned: number;
  newRecords: number;
}

export interface PreviewDeps extends PreviewPagesDeps {
  search: Pick<Search, 'search' | 'check'>;
  clock: Clock;
  defaultScope: Scope;
  allowList: AllowList;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
  /** The reason given for internal failures, whose details callers do not see. */
  onError(error: unknown): void;
}

/** Determines what the first run of a monitor would deliver, and stores nothing. */
export interface PreviewMonitor {
  /**
   * Validates the settings before the preview is billed.
   *
   * @returns the searches and pages that it will run and read
   * @throws ServiceError INVALID_REQUEST
   */
  check(settings: MonitorSettings): PreviewedRequests;
  /** @param signal ends the work between two searches; its reason is rethrown */
  preview(orgId: string, settings: MonitorSettings, signal: AbortSignal): Promise<MonitorPreview>;
}

interface PreviewedRequests {
  requests: CheckedRequest[];
  pages: CheckedRequest[];
}

export function createPreviewMonitor(deps: PreviewDeps): PreviewMonitor {
  const check = (settings: MonitorSettings): PreviewedRequests => {
    mergedWebhook(null, settings.webhook, deps.allowList);
    const requests = checkRequests(settings.requests, deps).slice(0, MOST_REQUESTS);
    const pages = checkPages(settings.pages, deps.allowList).slice(0, MOST_REQUESTS - requests.length);
    requireRequests(settings.requests.length + settings.pages.length);
    return { requests, pages };
  };
  return {
    check,
    async preview(orgId, settings, signal) {
      const { requests, pages } = check(settings);
      const outcomes = await searchAll(deps, { orgId, requests, signal });
      const found = foundBy(outcomes);
      const { delivered, suppressed } = await judgePreview(found.slice(0, MOST_DOCUMENTS), signal);
      return {
        nextRuns: nextRuns(deps, settings),
        searches: requests.map((request, place) => searchAt(place, request, { outcomes, delivered })),
        pages: await previewPages(deps, { orgId, pages }, signal),
        delivered,
        suppressed,
        warnings: leftOut({
          requests: settings.requests.length + settings.pages.length - requests.length - pages.length,
          documents: found.length - MOST_DOCUMENTS,
          renderings: pages.filter(({ given }) => given.render === true).length,
        }),
      };
    },
  };
}

interface Searching {
  orgId: string;
  requests: readonly CheckedRequest[];
  signal: AbortSignal;
}

async function searchAll(deps: PreviewDeps, { orgId, requests, signal }: Searching): Promise<SearchOutcome[]> {
  const outcomes: SearchOutcome[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const portion = requests.slice(from, from + AT_ONCE);
    outcomes.push(...(await Promise.all(portion.map(({ given }) => outcomeOf(deps, orgId, given, signal)))));
  }
  return outcomes;
}

/** Each address once, in the order of a run's delivery. */
function foundBy(outcomes: readonly SearchOutcome[]): PreviewedDocument[] {
  const byUrl = new Map<string, PreviewedDocument>();
  for (const [place, outcome] of outcomes.entries()) {
    for (const one of outcome.status === 'ok' ? outcome.found : []) {
      const known = byUrl.get(one.canonicalUrl);
      if (known) {
        known.matched.push(place);
        known.contentCharacters = mostOf(known.contentCharacters, one.contentCharacters);
      } else byUrl.set(one.canonicalUrl, { ...one, matched: [place] });
    }
  }
  return [...byUrl.values()];
}

const mostOf = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

function searchAt(
  place: number,
  { given }: CheckedRequest,
  { outcomes, delivered }: { outcomes: readonly SearchOutcome[]; delivered: readonly PreviewedRecord[] },
): PreviewedSearch {
  const query = String(given.query);
  const outcome = outcomes[place];
  if (outcome?.status !== 'ok')
    return { query, status: 'failed', reason: outcome?.reason ?? '', resultsReturned: 0, newRecords: 0 };
  const newRecords = delivered.filter(({ matched }) => matched.includes(place)).length;
  return { query, status: 'ok', reason: outcome.reason, resultsReturned: outcome.returned, newRecords };
}

function nextRuns({ clock, timeScale }: PreviewDeps, { cadence, status }: MonitorSettings): Date[] {
  if (status === 'paused') return [];
  const anchorMs = anchorOf(clock.now()).getTime();
  const period = periodMs({ cadenceSeconds: cadence.seconds, timeScale });
  return Array.from({ length: TIMES }, (_, count) => new Date(anchorMs + count * period));
}

interface LeftOut {
  requests: number;
  documents: number;
  renderings: number;
}

function leftOut({ requests, documents, renderings }: LeftOut): SearchWarning[] {
  const messages = [
    requests > 0 && `A preview makes the first ${MOST_REQUESTS} searches and pages; ${requests} more were left out`,
    documents > 0 && `A preview shows ${MOST_DOCUMENTS} documents; ${documents} more were left out`,
    renderings > 0 && `A preview renders no page; of ${renderings} it shows what the HTML has`,
  ];
  return messages.filter((message) => message !== false).map((message) => ({ type: 'truncated', message }));
}
