import { SCHEMA_VERSION, type PassageRow } from '../passage-rows.ts';

// Increment this with every change of this file's mapping; the rows have a separate version.
const SETTINGS_VERSION = 3;

// The value of the embedded index, so that both rank alike.
const BM25 = { type: 'BM25', k1: 1.2, b: 0.75 };

/** Names of the indexes of one installation on its server. */
export interface IndexNames {
  /** The alias for the one finished index of this version; searches and writes use it. */
  alias: string;
  /** Matches every index of this installation, finished or not, of any version. */
  all: string;
  /** The name of a new index of this version. */
  another(): string;
}

/** The versions are part of the name, so that an index of another version is missing and never misread. */
export function indexNames(prefix: string): IndexNames {
  const alias = `${prefix}-passages-v${SCHEMA_VERSION}.${SETTINGS_VERSION}`;
  return { alias, all: `${prefix}-passages-v*`, another: () => `${alias}-${Date.now().toString(36)}` };
}

const keyword = { type: 'keyword' };
const milliseconds = { type: 'long' };
const keptOnly = { index: false, doc_values: false };
// The rows hold terms already, so the server needs no plugin: it only splits them at spaces.
const terms = { type: 'text', analyzer: 'whitespace', index_options: 'freqs' };

/** Settings and mapping of an index. Shards and replicas are the server's defaults. */
export const INDEX_BODY = {
  settings: {
    index: {
      // Readers see only whole batches: writes become visible with our own refresh.
      refresh_interval: '-1',
      similarity: { default: BM25 },
    },
  },
  mappings: {
    dynamic: 'strict',
    // No query reads them, and they can be derived from the words.
    _source: { excludes: ['stop_words'] },
    properties: {
      document_id: keyword,
      audience: keyword,
      domains: keyword,
      labels: keyword,
      published_from_ms: milliseconds,
      published_to_ms: milliseconds,
      content_hash: { type: 'keyword', ...keptOnly },
      ordinal: { type: 'integer' },
      passage_count: { type: 'integer', ...keptOnly },
      words: { type: 'text', index: false },
      passage_start: { type: 'integer', ...keptOnly },
      path: { type: 'keyword', ...keptOnly },
      is_contents: { type: 'boolean', ...keptOnly },
      first: { type: 'boolean' },
      terms,
      stop_words: terms,
    },
  },
};

/** The server's fields of a passage, under the row's own id. */
export function sourceOf(row: PassageRow): object {
  const { id: _id, published_from_ms: from, published_to_ms: to, ...columns } = row;
  return { ...columns, published_from_ms: asNumber(from), published_to_ms: asNumber(to) };
}

// JSON has no bigint; milliseconds are far below 2^53.
function asNumber(milliseconds: unknown): number | null {
  return typeof milliseconds === 'bigint' ? Number(milliseconds) : null;
}
