// The workflow bundle imports this file: types alone, nothing of Node.

export interface AgentRunInput {
  runId: string;
}

export interface FetchBatchInput extends PageTask {
  fetchId: string;
  orgId: string;
  urls: string[];
}

/** How each page of a batch is read. */
export interface PageTask {
  budgetMs: number;
  /** What is read beside the content of each page; absent: nothing. */
  wanted?: Array<'html' | 'links' | 'metadata'> | undefined;
  /** CSS selectors of what is the content; absent: it is recognized. */
  choice?: { include: string[]; exclude: string[] } | undefined;
  waitFor?: { selector: string } | { ms: number } | undefined;
  screenshot?: 'viewport' | 'full_page' | undefined;
  /** Headers of the requests, as JSON that is encrypted, in base64: operators read histories. */
  sealedHeaders?: string | undefined;
  /** A stored copy of the organization that is not older is as good as a read; absent: none is. */
  maxAgeSeconds?: number | undefined;
  /** Whether pages that robots.txt disallows are not read; absent: they are. */
  honoursRobots?: boolean | undefined;
}

export interface MonitorRunInput {
  monitorId: string;
  /** Time of the request for the run (creation or trigger), ISO 8601; absent for a schedule's strike. */
  wantedAt?: string;
  /** The run that this workflow continues, if it has started already. */
  begun?: BegunRun;
}

export interface BegunRun {
  run: string;
  deadlineMs: number;
  /** How many pages it reads; absent: none. */
  pages?: number;
}

export interface SourcePollInput {
  sourceId: string;
  /** Start of the poll, if this workflow continues one; the feed or sitemap has been read then. */
  since?: string;
}

export interface CrawlInput {
  crawlId: string;
  orgId: string;
  /** Whether this workflow continues one, which has begun the crawl. */
  hasBegun?: boolean;
}

export interface WebhookDeliveryInput {
  messageId: string;
  orgId: string;
}

/** Parameters and result of each workflow, shared by its clients and its code. */
export interface Workflows {
  agentRun(input: AgentRunInput): Promise<string>;
  embedPassages(): Promise<string>;
  fetchBatch(input: FetchBatchInput): Promise<string[]>;
  housekeeping(): Promise<void>;
  monitorRun(input: MonitorRunInput): Promise<string>;
  sourcePoll(input: SourcePollInput): Promise<string>;
  crawl(input: CrawlInput): Promise<string>;
  webhookDelivery(input: WebhookDeliveryInput): Promise<string>;
}

/** What a workflow tells its worker about itself. A type, because only that has the index signature of sinks. */
export type TrailSinks = {
  trail: {
    /** @param headers the trail of the call that started it; empty if none did */
    ended(outcome: string, headers: Record<string, string>): void;
  };
};
