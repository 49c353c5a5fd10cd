import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One change of who has access, or of what an organization keeps, by a call. Append-only, written in the change's transaction. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    orgId: p.string(),
    action: p.string(),
    /** Id of what was changed. */
    subjectId: p.string(),
    /** What it was called, or what changed of it. */
    detail: p.text().nullable(),
    /** The user or the API key that did it. Null: an operator, by the command line. */
    actorId: p.string().nullable(),
    /** The address from which it was done. */
    address: p.string().nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'audit_entries_newest_first', properties: ['orgId', 'id'] }],
});

export type AuditEntry = InferEntity<typeof AuditEntrySchema>;
