import type { Sql } from '../../database/database.ts';

export interface Accepted {
  urlHash: Buffer;
  recordId: string;
  novelty: 'new' | 'update';
}

export interface Suppressed {
  urlHash: Buffer;
  reason: 'same_text' | 'near_duplicate';
  /** The record that says the same. */
  duplicateOf: string;
  /** Share of novel sentences, 0 to 1. */
  novelShare: number;
}

export interface Judged {
  /** In the order of their ids. */
  accepted: Accepted[];
  suppressed: Suppressed[];
}

interface FoundRow {
  url_hash: Buffer;
  record_id: string;
}

/** Decides of everything that a run has found whether it is new. */
export async function judgeFound(sql: Sql, { run }: { run: string; monitorId: string; now: Date }): Promise<Judged> {
  const found = await sql.query<FoundRow & Record<string, unknown>>(
    `select url_hash, nextval('monitor_records_record_id_seq') as record_id from (select url_hash from monitor_found where run = $1 order by ordinal, place) found`,
    [run],
  );
  return { accepted: found.map((one) => ({ urlHash: one.url_hash, recordId: one.record_id, novelty: 'new' })), suppressed: [] };
}
