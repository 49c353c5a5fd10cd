import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { PassageIndex } from '../../index/port.ts';
import { createIndexWriter, type IndexWriterDeps } from './index-writer.ts';
import { openOutboxListener } from './outbox-listener.ts';
import { isDrained, type OutboxSeq } from './outbox.ts';

const LOOK_EVERY_MS = 200;

export interface ServeDeps {
  database: Database;
  /** Called only where no other process writes the index. */
  openIndex(): Promise<PassageIndex>;
}

/**
 * Resolves when the request is served: by the index writer, or by this process while there is no writer.
 *
 * @param signal ends the wait between two checks; its reason is rethrown, and the request stays pending
 */
export async function waitForRebuild(
  { database, openIndex }: ServeDeps,
  seq: OutboxSeq,
  signal: AbortSignal,
): Promise<void> {
  const listener = await openOutboxListener(database);
  try {
    while (!(await isDrained(database, seq, 0))) {
      if (await listener.tryLock()) await serve({ database, index: await openIndex(), lost: listener.lost });
      else await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    await listener.close();
  }
}

async function serve(deps: IndexWriterDeps): Promise<void> {
  try {
    await createIndexWriter(deps).serveRequests();
  } finally {
    await deps.index.close();
  }
}
