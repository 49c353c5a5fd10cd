import { EXAMPLE_IDS } from './ids.ts';

const { request_id } = EXAMPLE_IDS;
const SITE = 'https://example.com/handbook/';

const PENDING = {
  id: EXAMPLE_IDS.crawls,
  status: 'pending',
  request: {
    urls: [SITE],
    max_pages: 200,
    max_depth: 10,
    include: ['/handbook/**'],
    exclude: [],
    include_subdomains: false,
    render: 'auto',
  },
  counts: { found: 1, fetched: 0, stored: 0, unchanged: 0, skipped: 0, failed: 0 },
  round: 1,
  created_at: '2026-03-03T12:00:00.000Z',
};

const COMPLETED = {
  ...PENDING,
  status: 'completed',
  stop_reason: 'finished',
  counts: { found: 26, fetched: 25, stored: 24, unchanged: 0, skipped: 1, failed: 1 },
  started_at: '2026-03-03T12:00:00.120Z',
  completed_at: '2026-03-03T12:00:27.410Z',
};

const PAGE = {
  url: 'https://example.com/handbook/leave',
  status: 'stored',
  http_status_code: 200,
  title: 'Leave policy',
  depth: 1,
  fetched_at: '2026-03-03T12:00:02.050Z',
  document_url: 'https://example.com/handbook/leave',
};

const { depth: _notInEvents, ...PAGE_EVENT } = PAGE;

const event = (id: number, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const EVENTS = [
  event(1, 'page', PAGE_EVENT),
  event(2, 'ended', { status: 'completed', stop_reason: 'finished', at: '2026-03-03T12:00:27.410Z' }),
].join('');

export const CRAWL_EXAMPLES = {
  map: {
    request_id,
    urls: [
      { url: 'https://example.com/handbook/leave', title: 'Leave policy', last_modified: '2026-02-11T00:00:00.000Z' },
    ],
  },
  createCrawl: { request_id, crawl: PENDING },
  getCrawl: { request_id, crawl: COMPLETED },
  listCrawls: { request_id, crawls: [COMPLETED] },
  listCrawlPages: { request_id, pages: [PAGE] },
  followCrawl: EVENTS,
  cancelCrawl: {
    request_id,
    crawl: { ...PENDING, status: 'cancelled', stop_reason: 'cancelled', completed_at: '2026-03-03T12:00:00.900Z' },
  },
  deleteCrawl: { request_id, documents_deleted: 24 },
};
