import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { StoredChange } from './monitor-snapshot.ts';

export const NOVELTIES = ['new', 'update'] as const;

/** A document that a monitor has delivered, once, or a change of a page that it watches. Numbered in the order in which records become visible. */
export const MonitorRecordSchema = defineEntity({
  name: 'MonitorRecord',
  tableName: 'monitor_records',
  properties: {
    recordId: p.bigint('string').primary(),
    monitorId: p.string(),
    run: p.string(),
    runId: p.bigint('string'),
    novelty: p.enum(NOVELTIES),
    firstSeenAt: p.datetime(3),
    /** Without its content. */
    document: p.json<Record<string, unknown>>(),
    text: p.text(),
    /** How much of the text its searches asked for; null: none of it. */
    contentCharacters: p.integer().nullable(),
    matchedRequests: p.json<Array<{ request_id: string; query: string }>>(),
    /** Of a watched page; null: the record is a document. */
    change: p.json<StoredChange>().nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: 'monitor_records_in_order', properties: ['monitorId', 'recordId'] },
    { name: 'monitor_records_of_run', properties: ['run', 'recordId'] },
    { name: 'monitor_records_oldest_first', properties: ['createdAt'] },
  ],
});

export type MonitorRecord = InferEntity<typeof MonitorRecordSchema>;
