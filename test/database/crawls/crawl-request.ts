/** A crawl of one address, without bounds that matter. */
export const crawlOf = (url: string) => ({
  urls: [url],
  maxPages: 10_000,
  maxDepth: 9,
  include: [],
  exclude: [],
  includeSubdomains: false,
  render: 'auto' as const,
  scope: null,
  collection: null,
  metadata: null,
  refresh: null,
});
