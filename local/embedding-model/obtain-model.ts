import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '../../services/embedding-model/messages.ts';
import { cacheFolder } from '../obtain/cache-folder.ts';
import { reasonOf } from '../obtain/wheel.ts';
import { withLock } from '../process/lock.ts';
import { runConversion } from './conversion.ts';
import {
  NOTICE,
  PUBLISHER,
  SOURCES,
  WEIGHTS_SHA256,
  type ModelSource,
  type PublishedFiles,
} from './published-model.ts';

/** Hash of the converted file. A change of it requires another name of the model in the database. */
const MODEL_SHA256 = '8f6ad7ef7bf30fd799674b2e66a2e6c4f9fc110e8b7c97a7634123cf445a94ba';

// A changed converter uses a different folder: processes of two versions share the cache folder.
const FOLDER = `all-minilm-l6-v2-${MODEL_SHA256.slice(0, 8)}`;
const APACHE_LICENSE = fileURLToPath(new URL('../../LICENSE', import.meta.url));

// Longer than the limits of all its steps together.
const ABANDONED_AFTER_MS = 30 * 60_000;

export interface ObtainOptions {
  signal: AbortSignal;
  /** Receives a line for each slow step. */
  progress(message: string): void;
  /** Tried in this order. */
  sources?: readonly ModelSource[];
}

/**
 * The embedding model in the user's cache folder; on the first call it is downloaded and converted there, once for all
 * processes of this user.
 *
 * @throws Error with the cause and the remedy; the signal's reason
 */
export async function obtainModel({ signal, progress, sources = SOURCES }: ObtainOptions): Promise<ModelFiles> {
  const folder = join(cacheFolder(), FOLDER);
  const files = filesIn(folder);
  await mkdir(cacheFolder(), { recursive: true });
  await removeAbandoned(folder);
  if (existsSync(folder)) return files;
  await withLock(
    `${folder}.lock`,
    async () => {
      if (!existsSync(folder)) await make(folder, { signal, progress, sources });
    },
    signal,
  );
  return files;
}

function filesIn(folder: string): ModelFiles {
  return { model: join(folder, 'model.onnx'), vocabulary: join(folder, 'vocab.txt') };
}

const unfinishedOf = (folder: string) => `${basename(folder)}.unfinished-`;

/** Removes the folders of killed processes, judged by age: a lock cannot reveal a process in another container. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(unfinishedOf(folder))) continue;
    const path = join(dirname(folder), name);
    const changed = await stat(path).catch(() => undefined);
    if (changed && Date.now() - changed.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Fills a folder under a temporary name, so that the final folder is complete or missing. */
async function make(folder: string, { signal, progress, sources }: Required<ObtainOptions>): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(folder), unfinishedOf(folder)));
  try {
    const published = join(unfinished, 'published');
    const complete = join(unfinished, 'complete');
    await mkdir(complete);
    progress('obtaining the embedding model all-MiniLM-L6-v2 (once, 90 MB)');
    await convertFirst({ signal, progress, sources }, { published, complete });
    await rename(complete, folder).catch((error: unknown) => {
      // A rename does not replace a folder: another process was first.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Uses the first source whose files have the pinned hashes. */
async function convertFirst(
  { signal, progress, sources }: Required<ObtainOptions>,
  folders: { published: string; complete: string },
): Promise<void> {
  const problems: string[] = [];
  for (const source of sources) {
    await rm(folders.published, { recursive: true, force: true });
    await mkdir(folders.published);
    try {
      const files = await source(folders.published, signal);
      progress('converting the embedding model');
      return await convertInto(folders.complete, files, signal);
    } catch (error) {
      signal.throwIfAborted();
      problems.push(reasonOf(error as NodeJS.ErrnoException));
    }
  }
  throw new Error(whatHelps(problems.join('; ')));
}

async function convertInto(folder: string, { weights, vocabulary }: PublishedFiles, signal: AbortSignal) {
  const target = filesIn(folder);
  const hashes = { weightsSha256: WEIGHTS_SHA256, modelSha256: MODEL_SHA256 };
  await runConversion({ weights, target: target.model, ...hashes }, signal);
  await copyFile(vocabulary, target.vocabulary);
  await copyFile(APACHE_LICENSE, join(folder, 'LICENSE'));
  await writeFile(join(folder, 'NOTICE'), NOTICE);
}

function whatHelps(reason: string): string {
  return `the embedding model could not be obtained: ${reason}. Let this machine reach ${PUBLISHER}, name a proxy in HTTPS_PROXY, or install python3 with pip; \`npx quarry models install\` tries again`;
}
