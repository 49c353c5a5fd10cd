import { EXAMPLE_IDS } from './ids.ts';

const QUESTION = 'How many days of paid leave does an employee have?';
const URL_READ = 'https://example.com/handbook/leave';

const PENDING = {
  id: EXAMPLE_IDS['agent/runs'],
  object: 'agent.run',
  status: 'pending',
  stop_reason: null,
  created_at: '2026-03-03T12:00:00.000Z',
  started_at: null,
  completed_at: null,
  attempt: 1,
  request: {
    query: QUESTION,
    output_schema: null,
    effort: 'medium',
    include_domains: [],
    exclude_domains: [],
    from_date: null,
    to_date: null,
    scopes: [],
    collections: [],
    metadata: null,
    previous_run_id: null,
  },
  output: null,
  cost: null,
  warnings: [],
};

const COMPLETED = {
  ...PENDING,
  status: 'completed',
  stop_reason: 'finished',
  started_at: '2026-03-03T12:00:00.120Z',
  completed_at: '2026-03-03T12:00:02.480Z',
  output: {
    text: 'Every employee has 28 days of paid leave a year. [1]',
    structured: null,
    grounding: [],
    sources: [{ id: 1, url: URL_READ }],
  },
  cost: { searches: 1, pages: 1, tokens: 0, credits: 2 },
};

const event = (id: number, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const EVENTS = [
  event(1, 'plan', { step: 'plan', at: '2026-03-03T12:00:00.200Z', questions: [QUESTION] }),
  event(2, 'search', { step: 'search-0-1', at: '2026-03-03T12:00:00.310Z', question: QUESTION, found: 1 }),
  event(3, 'read', { step: 'read-1', at: '2026-03-03T12:00:01.050Z', url: URL_READ, status: 'ok' }),
  event(4, 'write', { step: 'write', at: '2026-03-03T12:00:02.410Z', cited: true }),
  event(5, 'verify', { step: 'verify', at: '2026-03-03T12:00:02.430Z', markers: 1, sources: 1 }),
  event(6, 'ended', { status: 'completed', stop_reason: 'finished', at: '2026-03-03T12:00:02.480Z' }),
].join('');

export const AGENT_RUN_EXAMPLES = {
  createAgentRun: PENDING,
  getAgentRun: COMPLETED,
  listAgentRuns: { next: null, runs: [COMPLETED] },
  followAgentRun: EVENTS,
  cancelAgentRun: {
    ...PENDING,
    status: 'cancelled',
    stop_reason: 'cancelled',
    completed_at: '2026-03-03T12:00:00.900Z',
  },
};
