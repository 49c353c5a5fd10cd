/** One kind of work, measured by one histogram. */
interface PartMetric {
  /** Without `quarry_` and `_duration_seconds`. */
  metric: string;
  /** Meaning of the label beside `outcome`; it has few values, none of them from a caller or a page. */
  label: string;
  help: string;
}

/** The kinds of work that are measured and recorded as spans. */
export const PARTS = {
  sql: { metric: 'sql', label: 'statement', help: 'Statements on PostgreSQL, by their verb' },
  index: { metric: 'index', label: 'operation', help: 'Reads of the search index' },
  provider: {
    metric: 'provider',
    label: 'provider',
    help: 'Requests to search providers, without replies from the cache',
  },
  model: { metric: 'model', label: 'form', help: 'Calls of the language model, to their last piece' },
  embedding: { metric: 'embedding', label: 'use', help: 'Texts embedded, by what they are for' },
  page: { metric: 'page', label: 'reader', help: 'Pages read, from the first request to the Markdown' },
  extraction: { metric: 'extraction', label: 'type', help: 'Documents turned into Markdown' },
  browser: { metric: 'browser', label: 'operation', help: 'Pages rendered with Chromium, with the wait for a slot' },
  webhook: { metric: 'webhook_attempt', label: 'operation', help: 'Attempts to deliver a webhook' },
  activity: { metric: 'activity', label: 'activity', help: 'Attempts of the steps of workflows' },
  workflow: { metric: 'workflow', label: 'workflow', help: 'Workflows, from start to end' },
} as const satisfies Record<string, PartMetric>;

export type PartName = keyof typeof PARTS;

/** From half a millisecond, a statement, to ten minutes, a run. In seconds. */
export const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600];
