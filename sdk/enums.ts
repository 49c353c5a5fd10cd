import * as agent from '../gen/quarry/v1/agent_pb.js';
import * as crawl from '../gen/quarry/v1/crawl_pb.js';
import * as document from '../gen/quarry/v1/document_pb.js';
import * as fetch from '../gen/quarry/v1/fetch_pb.js';
import * as monitor from '../gen/quarry/v1/monitor_pb.js';

type Constants<Enum, Prefix extends string> = {
  readonly [Name in keyof Enum & string as `${Prefix}_${Name}`]: Enum[Name];
};

/** The values of an enum under the names of the contract: `MONITOR_STATUS_PAUSED`. */
function constants<Enum extends object, Prefix extends string>(values: Enum, prefix: Prefix): Constants<Enum, Prefix> {
  const named = Object.entries(values).filter(([, value]) => typeof value === 'number');
  return Object.freeze(Object.fromEntries(named.map(([name, value]) => [`${prefix}_${name}`, value]))) as Constants<
    Enum,
    Prefix
  >;
}

export type AgentRunStatus = agent.AgentRunStatus;
export const AgentRunStatus = constants(agent.AgentRunStatus, 'AGENT_RUN_STATUS');

export type AgentRunStopReason = agent.AgentRunStopReason;
export const AgentRunStopReason = constants(agent.AgentRunStopReason, 'AGENT_RUN_STOP_REASON');

export type CrawlStatus = crawl.CrawlStatus;
export const CrawlStatus = constants(crawl.CrawlStatus, 'CRAWL_STATUS');

export type CrawlStopReason = crawl.CrawlStopReason;
export const CrawlStopReason = constants(crawl.CrawlStopReason, 'CRAWL_STOP_REASON');

export type CrawlPageStatus = crawl.CrawlPageStatus;
export const CrawlPageStatus = constants(crawl.CrawlPageStatus, 'CRAWL_PAGE_STATUS');

export type FetchStatus = fetch.FetchStatus;
export const FetchStatus = constants(fetch.FetchStatus, 'FETCH_STATUS');

export type IndexStatus = document.IndexStatus;
export const IndexStatus = constants(document.IndexStatus, 'INDEX_STATUS');

export type MonitorStatus = monitor.MonitorStatus;
export const MonitorStatus = constants(monitor.MonitorStatus, 'MONITOR_STATUS');

export type Novelty = monitor.Novelty;
export const Novelty = constants(monitor.Novelty, 'NOVELTY');

export type RecordType = monitor.RecordType;
export const RecordType = constants(monitor.RecordType, 'RECORD_TYPE');

export type RequestStatus = monitor.RequestStatus;
export const RequestStatus = constants(monitor.RequestStatus, 'REQUEST_STATUS');

export type RunState = monitor.RunState;
export const RunState = constants(monitor.RunState, 'RUN_STATE');

export type RunStatus = monitor.RunStatus;
export const RunStatus = constants(monitor.RunStatus, 'RUN_STATUS');

export type SortOrder = monitor.SortOrder;
export const SortOrder = constants(monitor.SortOrder, 'SORT_ORDER');

export type WebhookStatus = monitor.WebhookStatus;
export const WebhookStatus = constants(monitor.WebhookStatus, 'WEBHOOK_STATUS');
