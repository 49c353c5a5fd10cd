import { setTimeout as sleep } from 'node:timers/promises';
import { NO_EMBEDDINGS, type Config } from '../../runtime/config.ts';
import { openIndex } from '../../runtime/open-index.ts';
import type { Database } from '../../services/database/database.ts';
import { LOCAL_MODEL } from '../../services/embeddings/local-embeddings.ts';
import { progressLine, readProgress } from '../../services/embeddings/progress.ts';
import type { IndexState } from '../../services/index/port.ts';

// Vectors are stored a few dozen at a time.
const RATE_OVER_MS = 5_000;

/** The contents of the index, and the share that can be ranked by embeddings, one line each. */
export async function indexStatus(database: Database, config: Config, signal: AbortSignal): Promise<string[]> {
  const index = await openIndex(config);
  try {
    const waiting = await database.builder
      .selectFrom('index_outbox')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return [
      `index: ${stateLine(await index.state())}`,
      ...(Number(waiting.count) > 0 ? [`waiting to be indexed: ${waiting.count} changes of documents`] : []),
      `embedded: ${await embedded(database, config, signal)}`,
    ];
  } finally {
    await index.close();
  }
}

function stateLine(state: IndexState): string {
  if (state.status === 'ready') return `${state.documents} documents, ${state.passages} passages`;
  return `${state.status}: ${state.reason}`;
}

async function embedded(
  database: Database,
  { QUARRY_EMBEDDINGS_MODEL: model = LOCAL_MODEL }: Config,
  signal: AbortSignal,
): Promise<string> {
  if (model === NO_EMBEDDINGS) return 'off';
  const before = await readProgress(database, model);
  if (before.embedded === before.total) return progressLine(before, undefined);
  const startedAt = performance.now();
  await sleep(RATE_OVER_MS, undefined, { signal });
  const after = await readProgress(database, model);
  const seconds = (performance.now() - startedAt) / 1_000;
  return progressLine(after, (after.embedded - before.embedded) / seconds);
}
