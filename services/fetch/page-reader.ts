import product from '../../package.json' with { type: 'json' };
import type { Clock } from '../core/clock.ts';
import { parseAllowList } from '../egress/allow-list.ts';
import { createEgress, type Egress } from '../egress/egress.ts';
import { createGate, type ConnectionGate } from '../egress/gate.ts';
import type { Browser } from './browser/browser.ts';
import { createExtractor, type Extractor } from '../extract/extractor.ts';
import { observedExtractor } from '../extract/observed-extractor.ts';
import type { Observer } from '../telemetry/observer.ts';
import { readPage, type PageResult, type PageReadOptions } from './read-page.ts';
import { createRobots, robotsRefusalBy, type RobotsOf, type RobotsRefusal } from './robots.ts';

const PRODUCT = 'Quarry';

/** The user agent of all our requests, with a way to reach the operator. */
export function userAgentOf(contact: string | undefined): string {
  return `${PRODUCT}/${product.version} (${contact ?? 'self-hosted research service'})`;
}

/** @see readPage */
export type ReadPageOf = (url: string, signal: AbortSignal, options?: PageReadOptions) => Promise<PageResult>;

/** All page requests of this process, behind one gate. */
export interface PageReader {
  gate: ConnectionGate;
  egress: Egress;
  extractor: Extractor;
  userAgent: string;
  acceptLanguage: string;
  robotsRefusal: RobotsRefusal;
  robotsOf: RobotsOf;
  /** Reads pages; renders only if a browser is given. */
  reader(browser?: Browser): ReadPageOf;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  /** QUARRY_EGRESS_ALLOW. */
  egressAllow: string;
  contact: string | undefined;
  acceptLanguage: string;
  clock: Clock;
  /** Measures and traces pages and their extraction. Absent: nothing does. */
  observer?: Observer | undefined;
}

export function createPageReader(options: PageReaderOptions): PageReader {
  const { egressAllow, contact, acceptLanguage, clock, observer } = options;
  const gate = createGate({ allowList: parseAllowList(egressAllow) });
  const egress = createEgress(gate);
  const extractor = observedExtractor(createExtractor(), observer);
  const userAgent = userAgentOf(contact);
  const robotsOf = createRobots({ egress, productToken: PRODUCT, userAgent });
  return {
    gate,
    egress,
    extractor,
    userAgent,
    acceptLanguage,
    robotsRefusal: robotsRefusalBy(robotsOf),
    robotsOf,
    reader: (browser) => {
      const deps = { egress, extractor, clock, userAgent, acceptLanguage, ...(browser && { browser }) };
      return observedReader(
        (url, signal, options) => readPage(deps, url, signal, options),
        browser !== undefined,
        observer,
      );
    },
    close: async () => {
      await extractor.close();
      await egress.close();
    },
  };
}

/** The page's address is in no metric and no span. */
function observedReader(read: ReadPageOf, mayRender: boolean, observer: Observer | undefined): ReadPageOf {
  if (!observer) return read;
  const work = { part: 'page', name: mayRender ? 'with_browser' : 'without_browser', kind: 'client' } as const;
  return (url, signal, options) =>
    observer.observe(work, () => read(url, signal, options), {
      ofResult: outcomeOf,
    });
}

const NOT_MODIFIED = 304;

function outcomeOf(result: PageResult): string {
  if (result.status === 'ok') return 'ok';
  return result.httpStatus === NOT_MODIFIED ? 'unchanged' : result.code;
}
