/** The columns of a record of either kind, in the order of the statements that write one. */
export const RECORD_COLUMNS = [
  'record_id',
  'monitor_id',
  'run',
  'run_id',
  'novelty',
  'first_seen_at',
  'document',
  'text',
  'content_characters',
  'matched_requests',
  'created_at',
] as const;
