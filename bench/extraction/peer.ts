/** What the scoring program asks of an extractor: a page in, its main content as Markdown out. */
export type Peer = (html: string, page: { url?: string }) => Promise<{ md: string }>;
