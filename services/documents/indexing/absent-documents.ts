import type { Sql } from '../../database/database.ts';
import { lastEntry, type OutboxBatch } from './outbox.ts';

// Each takes some 100 bytes.
const MOST_REPLACED = 100_000;

/**
 * Tells which documents of a batch the index cannot hold yet. An entry of a new document says so, but it is repeated
 * if a writer ended between the write and the removal of the entry, and a rebuild indexes its document too. Both know
 * only entries that were in the outbox at that time.
 */
export interface AbsentDocuments {
  /** The index may hold any document whose entry is in the outbox now. Call it when a rebuild begins, too. */
  reset(): void;
  /** Must be called before the outbox is read. */
  begin(): Promise<void>;
  /** Ids of documents that the index cannot hold; none before `begin`. */
  of(batch: OutboxBatch): ReadonlySet<string>;
  /** Records that the batch is written. */
  written(batch: OutboxBatch): void;
}

export function createAbsentDocuments(sql: Sql): AbsentDocuments {
  // Entries up to this one may have been written by an earlier writer, or by a rebuild.
  let known: bigint | undefined;
  // An update in a small call is written before the entry of a new document in a large one.
  const replaced = new Set<string>();

  function reset(): void {
    known = undefined;
    replaced.clear();
  }

  return {
    reset,
    begin: async () => {
      known ??= BigInt((await lastEntry(sql)) ?? 0);
    },
    of({ entries }) {
      const from = known;
      if (from === undefined) return new Set();
      const inserted = entries.filter(({ operation, seq }) => operation === 'insert' && BigInt(seq) > from);
      return new Set(inserted.map((entry) => entry.document_id).filter((id) => !replaced.has(id)));
    },
    written({ entries, hasMore }) {
      if (hasMore) for (const { operation, document_id: id } of entries) if (operation !== 'insert') replaced.add(id);
      // An update can be read only after the entry of its new document: no such entry waits then.
      if (!hasMore) replaced.clear();
      if (replaced.size > MOST_REPLACED) reset();
    },
  };
}
