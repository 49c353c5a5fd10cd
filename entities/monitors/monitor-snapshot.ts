import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A place of a page that holds one sentence, item or row, over the reads of its monitor. */
export interface KnownPlace {
  /** What it held at the last read; empty: nothing. */
  text: string;
  /** What its monitor was last told of it, where that is another text. Empty: nothing. */
  told?: string;
  /** What it held before it was empty. */
  last?: string;
  /** For each of the last comparisons, the newest at the end: 1 if it differed, 0 if not. */
  recent: string;
}

/** What a page gained and lost, as its record shows it. */
export interface StoredChange {
  request_id: string;
  added: string[];
  removed: string[];
  added_count: number;
  removed_count: number;
  /** Of the read with which it was compared. */
  previous_read_at: string;
  read_at: string;
}

/** A page as one run of a monitor read it. The newest one whose run has ended is what the next run compares with. */
export const MonitorSnapshotSchema = defineEntity({
  name: 'MonitorSnapshot',
  tableName: 'monitor_snapshots',
  properties: {
    run: p.string().primary(),
    requestId: p.string().primary(),
    monitorId: p.string(),
    readAt: p.datetime(3),
    /** Whether its run has ended, so that its change has been delivered. */
    isSettled: p.boolean().default(false),
    url: p.text(),
    title: p.text(),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    places: p.json<KnownPlace[]>(),
    change: p.json<StoredChange>().nullable(),
  },
  indexes: [
    { name: 'monitor_snapshots_newest', properties: ['requestId', 'readAt'] },
    { name: 'monitor_snapshots_of_monitor', properties: ['monitorId'] },
  ],
});

export type MonitorSnapshot = InferEntity<typeof MonitorSnapshotSchema>;
