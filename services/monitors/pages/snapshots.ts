import type { StoredChange } from '../../../entities/monitors/monitor-snapshot.ts';
import type { Sql } from '../../database/database.ts';
import { storable, storableJson } from '../../database/storable.ts';
import type { KnownPage, WatchedRead } from './read-watched.ts';

// The newest one is compared with; the others show an operator what was read before.
const KEPT = 3;

/** A page of a run. */
export interface PageOfRun {
  run: string;
  monitorId: string;
  requestId: string;
}

/** The page as the last run that has ended read it. */
export async function knownPage({ builder }: Sql, requestId: string): Promise<KnownPage | undefined> {
  const row = await builder
    .selectFrom('monitor_snapshots')
    .select(['places', 'title', 'url', 'read_at', 'etag', 'last_modified'])
    .where('request_id', '=', requestId)
    .where('is_settled', '=', true)
    .orderBy('read_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { places, title, url, read_at: readAt, etag, last_modified: lastModified } = row;
  const validators = { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
  return { places, title, url, readAt, validators };
}

/** Stores what a run read. It counts once the run has ended. */
export async function storeSnapshot(
  { builder }: Sql,
  { run, monitorId, requestId }: PageOfRun,
  { read, change }: { read: WatchedRead; change: StoredChange | undefined },
): Promise<void> {
  await builder
    .insertInto('monitor_snapshots')
    .values({
      run,
      request_id: requestId,
      monitor_id: monitorId,
      read_at: read.readAt,
      url: storable(read.url),
      title: storable(read.title),
      etag: read.validators.etag ?? null,
      last_modified: read.validators.lastModified ?? null,
      places: storableJson(read.places),
      change: change ? storableJson(change) : null,
    })
    .execute();
}

/** What a run read is from now on what the next one compares with, and older reads go. */
export async function settleSnapshots(sql: Sql, { run, monitorId }: Omit<PageOfRun, 'requestId'>): Promise<void> {
  await sql.builder.updateTable('monitor_snapshots').set({ is_settled: true }).where('run', '=', run).execute();
  await sql.query(
    `delete from monitor_snapshots old using monitor_snapshots read
      where read.run = $1 and old.request_id = read.request_id
        and (select count(*) from monitor_snapshots newer where newer.request_id = old.request_id and newer.read_at > old.read_at) >= ${KEPT}`,
    [run],
  );
  await dropUnwatched(sql, monitorId);
}

/** Reads of pages that the monitor no longer watches go when a run ends, so that changes of its pages leave no rows. */
async function dropUnwatched(sql: Sql, monitorId: string): Promise<void> {
  await sql.query(
    `delete from monitor_snapshots read using monitor_requests page
      where read.monitor_id = $1 and read.is_settled and page.id = read.request_id and page.removed_at is not null`,
    [monitorId],
  );
}

/** What a run read that could not be delivered: the next run finds it again. */
export async function dropSnapshots({ builder }: Sql, run: string): Promise<void> {
  await builder.deleteFrom('monitor_snapshots').where('run', '=', run).execute();
}
