import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { obtainModel } from '../../local/embedding-model/obtain-model.ts';
import { SOURCES, type ModelSource, type PublishedFiles } from '../../local/embedding-model/published-model.ts';
import { cacheFolder } from '../../local/obtain/cache-folder.ts';
import { withLock } from '../../local/process/lock.ts';
import type { ModelFiles } from '../../services/embedding-model/messages.ts';

const never = new AbortController().signal;

/** Of a `before` hook that obtains the model: from an empty cache folder it takes some ten seconds, more where others wait. */
export const OBTAINS_WITHIN_MS = 120_000;

/** The embedding model, from the user's cache folder, else obtained there; undefined where no source is in reach. */
export function installedModel(): Promise<ModelFiles | undefined> {
  return obtainModel({ signal: never, progress: () => {} }).catch(() => undefined);
}

/** The files as published, which an installation does not keep; undefined where no source is in reach. */
export async function publishedModel(): Promise<PublishedFiles | undefined> {
  const folder = join(cacheFolder(), 'test-all-minilm-l6-v2');
  const files = { weights: join(folder, 'model.safetensors'), vocabulary: join(folder, 'vocab.txt') };
  if (existsSync(folder)) return files;
  await mkdir(cacheFolder(), { recursive: true });
  return withLock(
    `${folder}.lock`,
    async () => (existsSync(folder) || (await fetchInto(folder)) ? files : undefined),
    never,
  );
}

async function fetchInto(folder: string): Promise<boolean> {
  const unfinished = await mkdtemp(`${folder}.unfinished-`);
  try {
    for (const [nth, source] of SOURCES.entries()) {
      const [from, complete] = [join(unfinished, `from-${nth}`), join(unfinished, `complete-${nth}`)];
      await Promise.all([mkdir(from), mkdir(complete)]);
      const fetched = await source(from, never).catch(() => undefined);
      if (!fetched) continue;
      for (const path of [fetched.weights, fetched.vocabulary]) await rename(path, join(complete, basename(path)));
      await rename(complete, folder);
      return true;
    }
    return false;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** A publisher in reach. */
export const givenBy =
  (files: PublishedFiles): ModelSource =>
  async () =>
    files;
