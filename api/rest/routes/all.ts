import type { Answer } from '../../../services/answer/answer.ts';
import type { Ledger } from '../../../services/billing/ledger.ts';
import type { Meter } from '../../../services/billing/meter.ts';
import type { Documents } from '../../../services/documents/documents.ts';
import type { FetchBatchService } from '../../../services/fetch/fetch-batch.ts';
import type { Feeds } from '../../../services/monitors/feed/feeds.ts';
import type { Monitors } from '../../../services/monitors/monitors.ts';
import type { AgentRuns } from '../../../services/research/runs.ts';
import type { Outside } from '../../../services/search/providers/outside.ts';
import type { Search } from '../../../services/search/search.ts';
import type { Sources } from '../../../services/sources/sources.ts';
import type { Endpoint } from '../endpoint.ts';
import { accountEndpoints, type AccountLimits } from './account.ts';
import { agentRunEndpoints } from './agent-runs.ts';
import { answerEndpoints } from './answer.ts';
import { chatEndpoints } from './chat.ts';
import { documentsEndpoints } from './documents.ts';
import { fetchEndpoints } from './fetch.ts';
import { monitorFeedEndpoints } from './monitor-feeds.ts';
import { monitorRunEndpoints, type MonitorRunServices } from './monitor-runs.ts';
import { monitorWebhookEndpoints, type MonitorWebhookServices } from './monitor-webhooks.ts';
import { monitorEndpoints } from './monitors.ts';
import { scopesEndpoints } from './scopes.ts';
import { searchEndpoints } from './search.ts';
import { sourcesEndpoints } from './sources.ts';

export interface Services {
  meter: Meter;
  ledger: Ledger;
  documents: Documents;
  sources: Sources;
  search: Search;
  outside: Outside;
  answer: Answer;
  fetchBatch: FetchBatchService;
  agentRuns: AgentRuns;
  monitors: Monitors;
  feeds: Feeds;
  monitorRuns: Omit<MonitorRunServices, 'monitors'>;
  webhooks: Omit<MonitorWebhookServices, 'monitors'>;
  limits: AccountLimits;
}

/** The operations without services behind them: enough to describe them. */
export function describedEndpoints(): Endpoint[] {
  return allEndpoints({} as Services);
}

/** Every operation that needs a key. */
export function allEndpoints(services: Services): Endpoint[] {
  const { meter } = services;
  return [
    ...searchEndpoints(services.search, meter),
    ...scopesEndpoints(services.outside),
    ...answerEndpoints(services.answer, meter),
    ...chatEndpoints(services.answer, meter),
    ...fetchEndpoints(services.fetchBatch),
    ...agentRunEndpoints(services.agentRuns),
    ...monitorEndpoints(services.monitors),
    ...monitorRunEndpoints({ monitors: services.monitors, ...services.monitorRuns }),
    ...monitorWebhookEndpoints({ monitors: services.monitors, ...services.webhooks }),
    ...monitorFeedEndpoints(services.feeds),
    ...documentsEndpoints(services.documents),
    ...sourcesEndpoints(services.sources),
    ...accountEndpoints(services.ledger, services.limits),
  ];
}
