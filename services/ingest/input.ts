import type { DocumentInput } from '../documents/document-input.ts';

/** A document of an input, or the reason why it has none. `name` is its path, URL or line, for people. */
export type IngestInput =
  | { status: 'document'; name: string; document: DocumentInput }
  | { status: 'failed'; name: string; reason: string };

/** Receives the documents of an input. `take` resolves when there is room for more, so that memory stays bounded. */
export interface Sink {
  take(given: IngestInput): Promise<void>;
  /** Announces `count` further documents. */
  expect(count: number): void;
  /** Whether this run has not met the name before. */
  isNew(name: string): boolean;
}
