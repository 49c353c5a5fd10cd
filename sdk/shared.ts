export type { ClientOptions, QuarryClient } from './client.ts';
export { QuarryError, type ErrorCode } from './errors.ts';
export type { CallOptions } from './transport.ts';
export type { CreateAgentRunParams } from './resources/agent.ts';
export type { CreateCrawlParams } from './resources/crawls.ts';
export {
  isRunEvent,
  verifyWebhook,
  type OtherEvent,
  type RunEvent,
  type SignedMessage,
  type WebhookEvent,
} from './webhooks.ts';
export {
  AgentRunStatus,
  AgentRunStopReason,
  CrawlPageStatus,
  CrawlStatus,
  CrawlStopReason,
  FetchStatus,
  IndexStatus,
  MonitorStatus,
  Novelty,
  RecordType,
  RequestStatus,
  RunState,
  RunStatus,
  SortOrder,
  WebhookStatus,
} from './enums.ts';
export type { AgentRun, AgentRunGrounding, AgentRunOutput, AgentRunSource } from '../gen/quarry/v1/agent_pb.js';
export type { AnswerResponse, AnswerStreamResponse, Citation } from '../gen/quarry/v1/answer_pb.js';
export type {
  ChatMessage,
  CreateChatCompletionResponse,
  StreamChatCompletionResponse,
} from '../gen/quarry/v1/chat_pb.js';
export type { Crawl, CrawlPage, MappedUrl } from '../gen/quarry/v1/crawl_pb.js';
export type { GivenDocument, IndexDocumentsResponse } from '../gen/quarry/v1/document_pb.js';
export type { FetchResponse, FetchResult } from '../gen/quarry/v1/fetch_pb.js';
export type {
  Monitor,
  MonitorRecord,
  MonitorRun,
  RequestOutcome,
  StreamRecordsResponse,
  Webhook,
} from '../gen/quarry/v1/monitor_pb.js';
export type { Document, SearchRequest, SearchResponse } from '../gen/quarry/v1/search_pb.js';
