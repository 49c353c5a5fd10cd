// Imported by the workflow bundle: constants alone, nothing of Node. All are milliseconds; a test holds their order.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Of a fetch. Each ends itself before the next one cuts it off. @see docs/rules.md#fetch */
export const FETCH_LIMITS = {
  /** The most that one URL may take, counted from the start of its download. */
  url: 75 * SECOND,
  /** All URLs of a call. What is not read by then is reported as a timeout. */
  batch: 295 * SECOND,
  call: 300 * SECOND,
  workflow: 320 * SECOND,
} as const;

/** Of a run of research. @see docs/rules.md#agent-runs */
export const RUN_LIMITS = {
  /** A model's plan; without it words alone make one. */
  planModel: 75 * SECOND,
  /** A try of a search, a read or a plan. */
  step: 2 * MINUTE,
  /** A model's draft; without it a run still has a report. */
  draftModel: 150 * SECOND,
  translateModel: 45 * SECOND,
  /** A try of the report: draft and translation. */
  write: 4 * MINUTE,
  /** All tries of the report. */
  writeWithRetries: 12 * MINUTE,
  /** The end of a run, while PostgreSQL is away. */
  finish: 20 * MINUTE,
  /** Above the wall clock of every effort, the report and the end. */
  workflow: 75 * MINUTE,
} as const;
