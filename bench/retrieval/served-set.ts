import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchService } from '../harness/service.ts';
import type { SetLine } from './judged-sets.ts';

const PREFIX = 'https://eval.example.com/d/';
const BATCH = 200;
// The index folds in the last documents within five seconds without writes; until then, their scores use only their own
// statistics.
const INDEX_SETTLES_MS = 8_000;

export const urlOf = (id: string) => PREFIX + encodeURIComponent(id);
export const idOf = (url: string) => decodeURIComponent(url.slice(PREFIX.length));

/** Indexes the documents of a set in a service, and waits until its index is idle. */
export async function serveSet(service: BenchService, lines: readonly SetLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += BATCH) {
    const documents = lines
      .slice(from, from + BATCH)
      .map(({ _id, title, text }) => ({ url: urlOf(_id), text, ...(title && { title }) }));
    await service.post('/v1/documents', { documents });
  }
  await settled();
}

export const settled = () => sleep(INDEX_SETTLES_MS);
