import type { Clock } from '../services/core/clock.ts';
import type { Config } from './config.ts';
import type { Database } from '../services/database/database.ts';
import type { EmbeddingSource } from './create-embeddings.ts';
import { readVectors, type PassagePlace } from '../services/embeddings/vectors.ts';
import { createNearness, type Nearness } from '../services/embeddings/nearness.ts';
import { createFoundVectors } from '../services/embeddings/found-vectors.ts';
import type { Foreground } from '../services/concurrency/foreground.ts';
import { createQueryVectors } from '../services/embeddings/query-vectors.ts';
import { createRescore, type Rescore } from '../services/search/rank/rescore.ts';
import type { PageResult } from '../services/fetch/read-page.ts';
import { createPageReader, userAgentOf, type PageReader } from '../services/fetch/page-reader.ts';
import type { SearchIndex } from '../services/index/port.ts';
import { report } from '../services/process/lifecycle.ts';
import type { Observer } from '../services/telemetry/observer.ts';
import { createProviders } from '../services/providers/create-providers.ts';
import { KEYED_PROVIDERS, PROVIDER_NAMES } from '../services/providers/names.ts';
import type { ProviderSet } from '../services/providers/provider-set.ts';
import { createSearch, type Search } from '../services/search/search.ts';

/** The searching and reading parts of a process: one of each, so that limits apply to the whole process. */
export interface Retrieval {
  web: PageReader;
  outside: ProviderSet;
  search: Search;
  /** Set for work that no caller waits for: it embeds no passages, and background embedding does not pause for it. */
  backgroundSearch: Search;
  /** Undefined: texts are compared without embeddings. */
  nearness: Nearness | undefined;
  close(): Promise<void>;
}

export interface RetrievalDeps {
  database: Database;
  /** For the lookup of similar words. */
  background: Database;
  clock: Clock;
  index: SearchIndex;
  /** Undefined: searches are ranked without embeddings. */
  embeddings: Pick<EmbeddingSource, 'queries' | 'foundPassages'> | undefined;
  foreground: Pick<Foreground, 'during'>;
  /** Measures and traces external requests. Absent: they are not observed. */
  observer: Observer | undefined;
}

export function createRetrieval(config: Config, deps: RetrievalDeps): Retrieval {
  const { database, background, clock, index, embeddings, foreground, observer } = deps;
  const contact = config.QUARRY_CONTACT;
  const web = createPageReader({
    egressAllow: config.QUARRY_EGRESS_ALLOW,
    contact,
    acceptLanguage: config.QUARRY_ACCEPT_LANGUAGE,
    clock,
    observer,
  });
  const outside = createProviders({
    chosen: config.QUARRY_PROVIDERS,
    urls: Object.fromEntries(PROVIDER_NAMES.map((name) => [name, config[`QUARRY_${capitals(name)}_URL`]])),
    keys: Object.fromEntries(KEYED_PROVIDERS.map((name) => [name, config[`QUARRY_${capitals(name)}_KEY`]])),
    hasContact: contact !== undefined,
    userAgent: userAgentOf(contact),
    clock,
    observer,
  });
  const meaning = embeddings && meaningBy(embeddings, deps);
  const searching = {
    index,
    database,
    words: background,
    clock,
    defaultScope: config.QUARRY_DEFAULT_SCOPE,
    outside,
    readPage: politely(web),
  };
  return {
    web,
    outside,
    search: createSearch({ ...searching, rescore: meaning?.rescore, foreground }),
    backgroundSearch: createSearch({ ...searching, rescore: meaning?.rescoreStored }),
    nearness: meaning?.nearness,
    close: async () => void (await Promise.all([outside.close(), web.close()])),
  };
}

function meaningBy(
  { queries, foundPassages }: Pick<EmbeddingSource, 'queries' | 'foundPassages'>,
  { database, clock, foreground }: Pick<RetrievalDeps, 'database' | 'clock' | 'foreground'>,
): { rescore: Rescore; rescoreStored: Rescore; nearness: Nearness } {
  const queryVectors = createQueryVectors({ embeddings: queries, clock, warn: report });
  const stored = {
    model: queries.model,
    storedVectors: (space: string, places: readonly PassagePlace[]) => readVectors(database, space, places),
    queryVectors,
  };
  return {
    rescore: createRescore({ ...stored, foundVectors: createFoundVectors(foundPassages) }),
    rescoreStored: createRescore(stored),
    nearness: createNearness({ embeddings: foundPassages, queryVectors, foreground }),
  };
}

const capitals = <Name extends string>(name: Name) => name.toUpperCase() as Uppercase<Name>;

/** robots.txt decides whether a page that no caller named may be read. @see docs/rules.md#fetch */
function politely({ robotsRefusal, reader }: PageReader): (url: string, signal: AbortSignal) => Promise<PageResult> {
  const read = reader();
  return async (url, signal) => {
    return (await robotsRefusal(url, signal)) ?? read(url, signal);
  };
}
