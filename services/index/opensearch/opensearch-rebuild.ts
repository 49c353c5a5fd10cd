import { createIndex, activateIndex, refreshIndex, storedPassages, writePassages } from './opensearch-rows.ts';
import type { IndexNames } from './opensearch-schema.ts';
import type { OpenSearchServer } from './opensearch-server.ts';
import { passageRows } from '../passage-rows.ts';
import type { IndexedDocument } from '../port.ts';

/** An index that is filled beside the one in use. One call at a time. */
export interface OpenSearchRebuild {
  add(batch: readonly IndexedDocument[]): Promise<void>;
  /** Replaces everything under these ids. Takes precedence over later batches. */
  replace(documentIds: readonly string[], documents: readonly IndexedDocument[]): Promise<void>;
  /** Replaces the index in use with this one. */
  finish(): Promise<void>;
}

export async function beginRebuild(server: OpenSearchServer, names: IndexNames): Promise<OpenSearchRebuild> {
  const index = await createIndex(server, names);
  const target = { index, isAlias: false };
  const written = new Set<string>();
  return {
    async add(batch) {
      const documents = batch.filter(({ documentId }) => !written.has(documentId));
      await writePassages(server, target, documents.flatMap(passageRows));
    },
    async replace(documentIds, documents) {
      for (const documentId of documentIds) written.add(documentId);
      // Passages to be replaced are visible only after this refresh.
      await refreshIndex(server, index);
      const former: string[] = [];
      for await (const page of storedPassages(server, index, documentIds)) former.push(...page.map(({ id }) => id));
      await writePassages(server, target, documents.flatMap(passageRows), former);
    },
    async finish() {
      await refreshIndex(server, index);
      await activateIndex(server, names, index);
    },
  };
}
