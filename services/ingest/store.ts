import type { Documents } from '../documents/documents.ts';
import type { DocumentInput } from '../documents/document-input.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import type { Sink } from './input.ts';

const DOCUMENTS_AT_ONCE = 100;
const BYTES_AT_ONCE = 8 * 1024 * 1024;
const MAX_REPORTED_FAILURES = 20;

/** Results so far. */
export interface Tally {
  indexed: number;
  unchanged: number;
  failed: number;
  /** The first failures. */
  failures: Array<{ name: string; reason: string }>;
  /** Number of documents announced so far. */
  expected: number;
}

export interface Store extends Sink {
  tally: Readonly<Tally>;
  /** Stores the documents that are still in memory. */
  flush(): Promise<void>;
}

export interface StoreOptions {
  documents: Documents;
  /** An organization, or EVERYONE. */
  owner: string;
  /** Maximum number of documents. The last one calls `onEnough`, and later ones are dropped. */
  limit: number;
  onEnough(): void;
  onProgress(tally: Readonly<Tally>): void;
}

/** Stores documents in portions, each in one transaction: an interrupted run leaves only complete portions. */
export function createStore({ documents, owner, limit, onEnough, onProgress }: StoreOptions): Store {
  const tally: Tally = { indexed: 0, unchanged: 0, failed: 0, failures: [], expected: 0 };
  const seen = new Set<string>();
  const storing = createSemaphore(1);
  const never = new AbortController().signal;
  let names = new Map<string, string>();
  let portion: DocumentInput[] = [];
  let bytes = 0;
  let taken = 0;

  function fail(name: string, reason: string): void {
    tally.failed += 1;
    if (tally.failures.length < MAX_REPORTED_FAILURES) tally.failures.push({ name, reason });
  }

  async function store(): Promise<void> {
    const [given, named] = [portion, names];
    [portion, names, bytes] = [[], new Map(), 0];
    if (given.length === 0) return;
    const { results } = await documents.index(owner, given);
    for (const result of results) {
      if (result.status === 'error') fail(named.get(result.url) ?? result.url, result.error);
      else tally[result.status] += 1;
    }
    onProgress(tally);
  }

  async function takeDocument(name: string, document: DocumentInput): Promise<void> {
    if (taken >= limit) return;
    taken += 1;
    // A later line about the same URL replaces the earlier one, in any portion.
    if (names.has(document.url)) await store();
    portion.push(document);
    names.set(document.url, name);
    bytes += Buffer.byteLength(document.text);
    if (portion.length >= DOCUMENTS_AT_ONCE || bytes >= BYTES_AT_ONCE) await store();
    if (taken === limit) onEnough();
  }

  return {
    tally,
    expect: (count) => void (tally.expected += count),
    isNew: (name) => seen.size < seen.add(name).size,
    flush: () => storing.run(never, store),
    take: (given) =>
      storing.run(never, async () => {
        if (given.status === 'document') return takeDocument(given.name, given.document);
        fail(given.name, given.reason);
        onProgress(tally);
      }),
  };
}
