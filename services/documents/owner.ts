import { recordCallersChange } from '../accounts/audit-log.ts';
import type { Sql } from '../database/database.ts';

/** Writes of one owner are serialized: its count stays valid, and no two writers lock rows in opposite order. */
export async function lockOwner(sql: Sql, orgId: string): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('documents of ' || $1, 0))", [orgId]);
}

interface ChangedDocuments {
  orgId: string;
  action: 'documents.index' | 'documents.delete';
  documents: ReadonlyArray<{ id: string; url: string }>;
  at: Date;
}

/** One entry of the audit log for the documents that a call changes. */
export async function recordDocuments(
  sql: Sql,
  { documents: [first, ...others], ...change }: ChangedDocuments,
): Promise<void> {
  if (!first) return;
  const detail = others.length === 0 ? first.url : `${others.length + 1} documents, the first ${first.url}`;
  await recordCallersChange(sql, { ...change, subjectId: first.id, detail });
}
