import type { Answer } from '../../services/answer/answer.ts';
import type { Ledger } from '../../services/billing/ledger.ts';
import type { Meter } from '../../services/billing/charge-call.ts';
import type { Documents } from '../../services/documents/documents.ts';
import type { IndexGiven } from '../../services/documents/index-given.ts';
import type { IndexFiles } from '../../services/files/index-files.ts';
import type { FetchBatchService } from '../../services/fetch/fetch-batch.ts';
import type { Feeds } from '../../services/monitors/records/feeds.ts';
import type { Monitors } from '../../services/monitors/monitors.ts';
import type { PreviewMonitor } from '../../services/monitors/preview.ts';
import type { ReadParts } from '../../services/research/evidence/read-parts.ts';
import type { AgentRuns } from '../../services/research/run/runs.ts';
import type { ProviderSet } from '../../services/providers/provider-set.ts';
import type { Search } from '../../services/search/search.ts';
import type { Sources } from '../../services/sources/sources.ts';
import type { Crawls } from '../../services/crawls/crawls.ts';
import type { MapSite } from '../../services/crawls/map-site.ts';
import type { Operation } from './calls/operation.ts';
import { usageOperations, type ReadUsage } from './endpoints/usage.ts';
import { accountOperations, type AccountLimits } from './endpoints/account.ts';
import { agentRunOperations } from './endpoints/agent-runs.ts';
import { answerOperations } from './endpoints/answer.ts';
import { chatOperations } from './endpoints/chat.ts';
import { crawlOperations } from './crawls/operations.ts';
import { documentsOperations, type DocumentReads } from './endpoints/documents.ts';
import { fetchOperations } from './endpoints/fetch.ts';
import { monitorFeedOperations } from './endpoints/monitor-feeds.ts';
import { monitorRunOperations, type MonitorRunServices } from './endpoints/monitor-runs.ts';
import { monitorWebhookOperations, type MonitorWebhookServices } from './endpoints/monitor-webhooks.ts';
import { monitorOperations } from './endpoints/monitors.ts';
import { scopesOperations } from './endpoints/scopes.ts';
import { searchOperations } from './endpoints/search.ts';
import { sourcesOperations } from './endpoints/sources.ts';

export interface Services {
  meter: Meter;
  ledger: Ledger;
  readUsage: ReadUsage;
  documents: Documents;
  indexGiven: IndexGiven;
  indexFiles: IndexFiles;
  documentReads: DocumentReads;
  sources: Sources;
  crawls: Crawls;
  mapSite: MapSite;
  search: Search;
  outside: ProviderSet;
  answer: Answer;
  fetchBatch: FetchBatchService;
  readParts: ReadParts;
  agentRuns: AgentRuns;
  monitors: Monitors;
  preview: PreviewMonitor;
  feeds: Feeds;
  monitorRuns: Omit<MonitorRunServices, 'monitors'>;
  webhooks: Omit<MonitorWebhookServices, 'monitors'>;
  limits: AccountLimits;
}

/** The operations without services: enough to describe them. */
export function describedOperations(): Operation[] {
  return allOperations({} as Services);
}

/** Every operation that requires a key. */
export function allOperations(services: Services): Operation[] {
  const { meter } = services;
  return [
    ...searchOperations(services.search, meter),
    ...scopesOperations(services.outside),
    ...answerOperations(services.answer, meter),
    ...chatOperations(services.answer, meter),
    ...fetchOperations(services.fetchBatch, services.readParts),
    ...agentRunOperations(services.agentRuns),
    ...monitorOperations(services),
    ...monitorRunOperations({ monitors: services.monitors, ...services.monitorRuns }),
    ...monitorWebhookOperations({ monitors: services.monitors, ...services.webhooks }),
    ...monitorFeedOperations(services.feeds),
    ...documentsOperations({
      documents: services.documents,
      indexGiven: services.indexGiven,
      indexFiles: services.indexFiles,
      reads: services.documentReads,
    }),
    ...sourcesOperations(services.sources),
    ...crawlOperations(services),
    ...accountOperations(services.ledger, services.limits),
    ...usageOperations(services.readUsage),
  ];
}
