// Generated from the operations of the interface by `npm run generate`.
import type { Route } from './route.ts';

/** By the name of the service, and of the method. `StreamRecords` has none: REST has no such operation. */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  'quarry.v1.SearchService': {
    Search: { method: 'POST', path: '/v1/search', hasBody: true },
  },
  'quarry.v1.AnswerService': {
    Answer: { method: 'POST', path: '/v1/answer', hasBody: true },
    AnswerStream: { method: 'POST', path: '/v1/answer', hasBody: true, with: { stream: true } },
  },
  'quarry.v1.ChatService': {
    CreateChatCompletion: { method: 'POST', path: '/v1/chat/completions', hasBody: true },
    StreamChatCompletion: { method: 'POST', path: '/v1/chat/completions', hasBody: true, with: { stream: true } },
  },
  'quarry.v1.FetchService': {
    Fetch: { method: 'POST', path: '/v1/fetch', hasBody: true },
  },
  'quarry.v1.AgentService': {
    CreateAgentRun: { method: 'POST', path: '/v1/agent/runs', hasBody: true, bodyIn: 'run' },
    GetAgentRun: { method: 'GET', path: '/v1/agent/runs/:id', hasBody: false, bodyIn: 'run' },
    ListAgentRuns: { method: 'GET', path: '/v1/agent/runs', hasBody: false },
    CancelAgentRun: { method: 'POST', path: '/v1/agent/runs/:id/cancel', hasBody: false, bodyIn: 'run' },
  },
  'quarry.v1.MonitorService': {
    CreateMonitor: { method: 'POST', path: '/v1/monitors', hasBody: true },
    GetMonitor: { method: 'GET', path: '/v1/monitors/:monitor_id', hasBody: false },
    ListMonitors: { method: 'GET', path: '/v1/monitors', hasBody: false },
    UpdateMonitor: { method: 'PATCH', path: '/v1/monitors/:monitor_id', hasBody: true },
    DeleteMonitor: { method: 'DELETE', path: '/v1/monitors/:monitor_id', hasBody: false },
    ListRuns: { method: 'GET', path: '/v1/monitors/:monitor_id/runs', hasBody: false },
    GetRun: { method: 'GET', path: '/v1/monitors/:monitor_id/runs/:run_id', hasBody: false },
    ListRunRecords: { method: 'GET', path: '/v1/monitors/:monitor_id/runs/:run_id/records', hasBody: false },
    ListRunRequests: { method: 'GET', path: '/v1/monitors/:monitor_id/runs/:run_id/requests', hasBody: false },
    ListRecords: { method: 'GET', path: '/v1/monitors/:monitor_id/records', hasBody: false },
  },
  'quarry.v1.DocumentService': {
    IndexDocuments: { method: 'POST', path: '/v1/documents', hasBody: true },
    IndexFiles: { method: 'POST', path: '/v1/documents/files', hasBody: true },
    DeleteDocuments: { method: 'DELETE', path: '/v1/documents', hasBody: true },
    ListDocuments: { method: 'GET', path: '/v1/documents', hasBody: false },
    GetDocument: { method: 'GET', path: '/v1/documents', hasBody: false, needs: 'url' },
  },
  'quarry.v1.CrawlService': {
    CreateCrawl: { method: 'POST', path: '/v1/crawls', hasBody: true },
    GetCrawl: { method: 'GET', path: '/v1/crawls/:id', hasBody: false },
    ListCrawls: { method: 'GET', path: '/v1/crawls', hasBody: false },
    ListCrawlPages: { method: 'GET', path: '/v1/crawls/:id/pages', hasBody: false },
    CancelCrawl: { method: 'POST', path: '/v1/crawls/:id/cancel', hasBody: false },
    DeleteCrawl: { method: 'DELETE', path: '/v1/crawls/:id', hasBody: false },
    Map: { method: 'POST', path: '/v1/map', hasBody: true },
  },
};
