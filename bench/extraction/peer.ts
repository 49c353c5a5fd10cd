/** The interface that the scoring program expects of an extractor: a page in, its main content as Markdown out. */
export type Peer = (html: string, page: { url?: string }) => Promise<{ md: string }>;
