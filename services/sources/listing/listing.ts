import type { SOURCE_KINDS } from '../../../entities/sources/source.ts';

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** One entry of a feed or sitemap: a page, or in a sitemap index a sitemap. */
export interface ListedPages {
  /** Absolute, http or https, without fragment; at most 2,048 bytes. */
  url: string;
  /** The latest time at which it changed, if the listing gives one: a bare day ends with its last millisecond. */
  changedAt?: Date;
  /** When it was published, if a feed gives it: `YYYY-MM-DD` or an ISO 8601 date-time. */
  publishedDate?: string;
}

/** The entries of a feed or sitemap in its order, each URL once. */
export interface Listing {
  kind: SourceKind | 'sitemap index';
  entries: ListedPages[];
}
