import type { StoredChange } from '../../../entities/monitors/monitor-snapshot.ts';
import type { KnownPage, WatchedRead } from './read-watched.ts';

const MOST_PARTS = 200;
const MOST_BYTES = 24 * 1_024;

/** What a read tells, within the limits of a record; undefined if nothing has changed. */
export function changeOf(requestId: string, known: KnownPage | undefined, read: WatchedRead): StoredChange | undefined {
  const { added, removed, readAt } = read;
  if (!known || added.length + removed.length === 0) return undefined;
  return {
    request_id: requestId,
    added: bounded(added),
    removed: bounded(removed),
    added_count: added.length,
    removed_count: removed.length,
    previous_read_at: known.readAt.toISOString(),
    read_at: readAt.toISOString(),
  };
}

function bounded(parts: readonly string[]): string[] {
  let bytes = 0;
  return parts.slice(0, MOST_PARTS).filter((part) => (bytes += Buffer.byteLength(part)) <= MOST_BYTES);
}
