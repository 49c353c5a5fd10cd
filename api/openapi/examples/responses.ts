import { AGENT_RUN_EXAMPLES } from './agent-runs.ts';
import { ANSWER_EXAMPLES } from './answers.ts';
import { EXAMPLE_IDS } from './ids.ts';
import { CRAWL_EXAMPLES } from './crawls.ts';
import { MONITOR_EXAMPLES } from './monitors.ts';

const { request_id } = EXAMPLE_IDS;

const FOLLOWED = {
  id: EXAMPLE_IDS.sources,
  url: 'https://example.com/feed.xml',
  cadence: '1h',
  max_pages: 1_000,
  created_at: '2026-03-03T12:00:00.000Z',
  pages: { known: 0, indexed: 0, waiting: 0, failed: 0 },
  next_poll_at: '2026-03-03T12:00:00.000Z',
};

const POLLED = {
  ...FOLLOWED,
  kind: 'feed',
  pages: { known: 24, indexed: 23, waiting: 0, failed: 1 },
  last_polled_at: '2026-03-03T12:00:01.300Z',
  next_poll_at: '2026-03-03T13:00:00.000Z',
};

/** Responses about documents, sources and the account. */
const OWN_INDEX_EXAMPLES = {
  indexDocuments: {
    request_id,
    accepted: 1,
    results: [{ url: 'https://example.com/handbook/leave', status: 'indexed' }],
  },
  indexFiles: {
    request_id,
    accepted: 1,
    results: [{ url: 'https://files.quarry.invalid/leave.md', status: 'indexed' }],
  },
  listDocuments: {
    request_id,
    documents: [
      {
        url: 'https://example.com/handbook/leave',
        title: 'Leave policy',
        source: 'example.com',
        collection: 'handbook',
        metadata: { team: 'people', year: 2026 },
        indexed_at: '2026-09-09T08:15:30.000Z',
        characters: 48,
      },
    ],
    next: null,
    total: 1,
  },
  deleteDocuments: { request_id, deleted: 1 },
  followSource: { request_id, source: FOLLOWED },
  getSource: { request_id, source: POLLED },
  listSources: { request_id, has_more: false, sources: [POLLED] },
  deleteSource: { request_id, documents_deleted: 23 },
  getAccount: {
    organization_id: 'org_01992b6d-c1e0-7f09-9a58-3b7d5e1f2c64',
    balance: 999_989,
    held: 0,
    limits: {
      requests_per_minute: {
        search: 600,
        fetch: 600,
        answer: 300,
        agent: 60,
        monitors: 300,
        documents: 120,
        crawls: 30,
      },
      documents: 100_000,
      agent_runs_at_once: 10,
      monitors: 100,
    },
  },
  getUsage: {
    rows: [
      { day: '2026-01-30', calls: 41, credits: 57 },
      { day: '2026-01-31', calls: 12, credits: 12 },
    ],
  },
};

/** A successful response of each operation, by the operation's id. */
export const RESPONSE_EXAMPLES: Readonly<Record<string, unknown>> = {
  ...ANSWER_EXAMPLES,
  ...AGENT_RUN_EXAMPLES,
  ...CRAWL_EXAMPLES,
  ...MONITOR_EXAMPLES,
  ...OWN_INDEX_EXAMPLES,
};
