// The workflow bundle imports this file: constants alone, nothing of Node. All are milliseconds; a test checks their
// order.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Limits of a fetch. Each ends by itself before the next one would cut it off. @see docs/rules.md#fetch */
export const FETCH_LIMITS = {
  /** Limit of one URL, from the start of its download. */
  url: 75 * SECOND,
  /** Limit of all URLs of a call. The rest is reported as a timeout. */
  batch: 295 * SECOND,
  call: 300 * SECOND,
  workflow: 320 * SECOND,
} as const;

/** Limits of a research run. @see docs/rules.md#agent-runs */
export const RUN_LIMITS = {
  /** Limit of a model's plan; without it, the query's words make the plan. */
  planModel: 75 * SECOND,
  /** Limit of a model's notes of one page; without them, the page has no notes. */
  noteModel: 75 * SECOND,
  /** One attempt of a search, a read, a plan or notes. */
  step: 2 * MINUTE,
  /** A model's draft; without it, a run still has a report. */
  draftModel: 150 * SECOND,
  translateModel: 45 * SECOND,
  /** One attempt of the report: draft and translation. */
  write: 4 * MINUTE,
  /** All attempts of the report. */
  writeWithRetries: 12 * MINUTE,
  /** Finalization of a run, while PostgreSQL is unavailable. */
  finish: 20 * MINUTE,
  /** Above the sum of the longest wall clock, the report and the finalization. */
  workflow: 75 * MINUTE,
} as const;
