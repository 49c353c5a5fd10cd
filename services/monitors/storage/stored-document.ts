/** How much of a suppressed text is kept: a page that stays online is suppressed by each run again. */
export const COMPARED_CHARACTERS = 8_192;

/** `document` of `monitor_found` and `monitor_records`: a document without its content. Rows outlive releases. */
export interface StoredDocument {
  url: string;
  title: string;
  /** `YYYY-MM-DD` if only the day is known, otherwise UTC with milliseconds. */
  published_date?: string;
  snippets: Array<{ text: string }>;
}
