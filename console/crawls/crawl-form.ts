import { linesOf } from '../text/lines.ts';

/** A crawl as it is typed in. */
export interface CrawlForm {
  /** One address a line. */
  urls: string;
  maxPages: string;
  maxDepth: string;
  /** One pattern a line. */
  include: string;
  exclude: string;
  collection: string;
  /** Time between two rounds; empty for one round. */
  refresh: string;
}

export const EMPTY_CRAWL: CrawlForm = {
  urls: '',
  maxPages: '1000',
  maxDepth: '10',
  include: '',
  exclude: '',
  collection: '',
  refresh: '',
};

/** The body of `POST /v1/crawls`; fields that were left empty are not in it. */
export function crawlRequest({ urls, maxPages, maxDepth, include, exclude, collection, refresh }: CrawlForm) {
  const [includes, excludes] = [linesOf(include), linesOf(exclude)];
  return {
    urls: linesOf(urls),
    ...(maxPages.trim() !== '' && { max_pages: Number(maxPages) }),
    ...(maxDepth.trim() !== '' && { max_depth: Number(maxDepth) }),
    ...(includes.length > 0 && { include: includes }),
    ...(excludes.length > 0 && { exclude: excludes }),
    ...(collection.trim() !== '' && { collection: collection.trim() }),
    ...(refresh.trim() !== '' && { refresh: refresh.trim() }),
  };
}
