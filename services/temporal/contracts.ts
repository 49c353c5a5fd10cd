// Imported by the workflow bundle: types alone, nothing of Node.

export interface AgentRunInput {
  runId: string;
}

export interface FetchBatchInput {
  fetchId: string;
  orgId: string;
  urls: string[];
  budgetMs: number;
}

export interface MonitorRunInput {
  monitorId: string;
  /** When the creation or a trigger asked for it, ISO 8601; absent where a schedule struck. */
  wantedAt?: string;
  /** A run that has begun, where this workflow goes on with it. */
  begun?: BegunRun;
}

export interface BegunRun {
  run: string;
  deadlineMs: number;
}

export interface SourcePollInput {
  sourceId: string;
  /** When the poll began, where this run goes on with it; its feed or sitemap has been read then. */
  since?: string;
}

export interface WebhookDeliveryInput {
  messageId: string;
  orgId: string;
}

/** What each workflow takes and gives, as its clients and its code agree on. */
export interface Workflows {
  agentRun(input: AgentRunInput): Promise<string>;
  embedPassages(): Promise<string>;
  fetchBatch(input: FetchBatchInput): Promise<string[]>;
  housekeeping(): Promise<void>;
  monitorRun(input: MonitorRunInput): Promise<string>;
  sourcePoll(input: SourcePollInput): Promise<string>;
  webhookDelivery(input: WebhookDeliveryInput): Promise<string>;
}
