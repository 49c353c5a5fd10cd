export const MAX_URL_BYTES = 2_048;
export const MAX_TITLE_BYTES = 2_048;
export const MAX_SOURCE_BYTES = 512;
export const MAX_TEXT_BYTES = 1_048_576;

/** A document to index, not validated: `checkDocument` validates its fields. */
export interface DocumentInput {
  url: string;
  title?: string | undefined;
  text: string;
  /** `YYYY-MM-DD`, or an ISO 8601 date-time. */
  publishedDate?: string | undefined;
  /** Omitted: the host of the URL. */
  source?: string | undefined;
  /** Omitted: searches of every scope find the document. */
  scope?: string | undefined;
  /** Omitted: the document is in no collection. */
  collection?: string | undefined;
  /** Values by name, by which searches filter. */
  metadata?: Record<string, unknown> | undefined;
}

/** A document whose text is read from its URL if it has none. */
export interface GivenDocument extends Omit<DocumentInput, 'text'> {
  text?: string | undefined;
}
