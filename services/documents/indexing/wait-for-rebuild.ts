import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { PassageIndex } from '../../index/port.ts';
import { createIndexWriter } from './index-writer.ts';
import { openOutboxListener } from './outbox-listener.ts';
import { isDrained, type OutboxSeq } from './outbox.ts';

const LOOK_EVERY_MS = 200;

export interface ServeDeps {
  database: Database;
  /** Called only where no other process writes the index. */
  openIndex(): Promise<PassageIndex>;
}

/**
 * Returns once the request was served: by the writer of the index, or by this process where there is none, or none any more.
 *
 * @param signal ends the waiting between two looks; its reason is rethrown, and the request stays
 */
export async function waitForRebuild(
  { database, openIndex }: ServeDeps,
  seq: OutboxSeq,
  signal: AbortSignal,
): Promise<void> {
  const listener = await openOutboxListener(database);
  try {
    while (!(await isDrained(database, seq, 0))) {
      if (await listener.tryLock()) await serve(database, await openIndex());
      else await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    await listener.close();
  }
}

async function serve(database: Database, index: PassageIndex): Promise<void> {
  try {
    await createIndexWriter({ database, index }).serveRequests();
  } finally {
    await index.close();
  }
}
