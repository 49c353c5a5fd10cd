import { EXAMPLE_IDS } from './ids.ts';

const { monitor_id, run_id } = EXAMPLE_IDS;
const REQUEST_ID = 'mrq_01992b6f-0b9a-7f24-a6d3-7c1e5b8f0d32';
const CREATED_AT = '2026-03-03T12:00:00.000Z';
const COMPLETED_AT = '2026-03-03T12:00:04.210Z';
const TEXT = 'Storm petrels returned to the harbour wall on Tuesday night after an absence of eleven years.';

const SEARCH_REQUEST = { request_id: REQUEST_ID, request: { query: 'storm petrels' }, consecutive_failures: 0 };

const CREATED = {
  monitor_id,
  name: 'Storm petrels',
  cadence: '1d',
  status: 'active',
  search_requests: [SEARCH_REQUEST],
  page_requests: [],
  webhook: { events: [], status: 'active', url: 'https://hooks.example.com/quarry' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  next_run_at: CREATED_AT,
  consecutive_failures: 0,
};

const MONITOR = {
  ...CREATED,
  search_requests: [{ ...SEARCH_REQUEST, last_success_at: COMPLETED_AT }],
  next_run_at: '2026-03-04T12:00:00.000Z',
};

const RUN = {
  run_id,
  monitor_id,
  status: 'completed',
  status_reason: '',
  started_at: '2026-03-03T12:00:01.000Z',
  completed_at: COMPLETED_AT,
  first_record_id: '41',
  last_record_id: '41',
  record_count: 1,
  requests_total: 1,
  requests_ok: 1,
  requests_failed: 0,
};

const DOCUMENT = {
  url: 'https://example.com/news/petrels',
  title: 'Petrels at the harbour',
  snippets: [{ text: TEXT }],
  published_date: '2026-03-03',
};

const COPY = { url: 'https://example.com/copy/petrels', title: 'Petrels are back' };
const REPRINT = { ...COPY, reason: 'same_text', novel_share: 0 };

const record = (document: object) => ({
  record_id: '41',
  run_id,
  type: 'search_result',
  novelty: 'new',
  first_seen_at: '2026-03-03T12:00:03.700Z',
  search_result: { document, matched_requests: [{ query: 'storm petrels', request_id: REQUEST_ID }] },
});

const feed = (format: string) => `/v1/monitors/${monitor_id}/feed.${format}?token=the-token-of-this-monitor`;

export const MONITOR_EXAMPLES = {
  // The secret is the base64 of a sentence.
  createMonitor: { monitor: CREATED, webhook_secret: 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBhbmQgbm8gc2VjcmV0Lg==' },
  getMonitor: { monitor: MONITOR, run_state: 'idle' },
  previewMonitor: {
    request_id: EXAMPLE_IDS.request_id,
    next_runs: ['03', '04', '05', '06', '07'].map((day) => `2026-03-${day}T12:00:00.000Z`),
    requests: [{ query: 'storm petrels', status: 'ok', reason: '', results_returned: 2, new_records: 1 }],
    records: [
      {
        type: 'search_result',
        novelty: 'new',
        search_result: { document: { ...DOCUMENT, content: TEXT }, matched_requests: [{ query: 'storm petrels' }] },
      },
    ],
    pages: [],
    suppressed: [{ ...REPRINT, duplicate_of: DOCUMENT.url, document: { ...DOCUMENT, ...COPY, content: TEXT } }],
  },
  listMonitors: { has_more: false, monitors: [MONITOR] },
  updateMonitor: {
    monitor: {
      ...MONITOR,
      cadence: '12h',
      updated_at: '2026-03-03T13:00:00.000Z',
      next_run_at: '2026-03-04T01:00:00.000Z',
    },
  },
  deleteMonitor: {},
  triggerMonitor: {},
  listMonitorRuns: { has_more: false, runs: [RUN] },
  getMonitorRun: { run: RUN },
  listMonitorRunRecords: { has_more: false, records: [record({ ...DOCUMENT, content: TEXT })] },
  listMonitorRunRequests: {
    requests: [
      {
        request_id: REQUEST_ID,
        query: 'storm petrels',
        status: 'ok',
        reason: '',
        results_returned: 1,
        new_records: 1,
        completed_at: '2026-03-03T12:00:03.700Z',
      },
    ],
  },
  listMonitorRunSuppressed: {
    has_more: false,
    suppressed: [
      { ordinal: 1, ...REPRINT, duplicate_of: '41', original: { url: DOCUMENT.url, title: DOCUMENT.title } },
    ],
  },
  listMonitorRecords: { has_more: false, records: [record(DOCUMENT)] },
  testMonitorWebhook: { delivered: true, http_status_code: 200 },
  listMonitorWebhookDeliveries: {
    has_more: false,
    deliveries: [
      {
        id: 'msg_0c2826c872b6bff3681e677e8fd678d4',
        event: 'run.completed',
        run_id,
        status: 'delivered',
        attempts: [{ at: '2026-03-03T12:00:04.900Z', http_status_code: 200 }],
      },
    ],
  },
  getMonitorFeeds: { atom: feed('atom'), json: feed('json') },
};
