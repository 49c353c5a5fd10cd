import type { DocumentInput } from '../documents/document-input.ts';

/** One thing that was found: a document, or why there is none. `name` is what a person calls it: a path, a URL, a line. */
export type IngestInput =
  | { status: 'document'; name: string; document: DocumentInput }
  | { status: 'failed'; name: string; reason: string };

/** Where an input puts the documents that it finds. It waits while they are stored, so that memory stays bounded. */
export interface Sink {
  take(given: IngestInput): Promise<void>;
  /** So many more will come, as far as is known. */
  expect(count: number): void;
  /** Whether a name comes for the first time in this run. */
  isNew(name: string): boolean;
}
