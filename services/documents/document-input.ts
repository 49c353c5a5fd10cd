export const MAX_URL_BYTES = 2_048;
export const MAX_TITLE_BYTES = 2_048;
export const MAX_SOURCE_BYTES = 512;
export const MAX_TEXT_BYTES = 1_048_576;

/** A document to index, unchecked: `checkDocument` judges its members. */
export interface DocumentInput {
  url: string;
  title?: string | undefined;
  text: string;
  /** `YYYY-MM-DD`, or an ISO 8601 date-time. */
  publishedDate?: string | undefined;
  /** Omitted: the host of the URL. */
  source?: string | undefined;
  /** Omitted: it is found in every scope. */
  scope?: string | undefined;
}
