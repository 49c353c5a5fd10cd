import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchService } from './service.ts';

const POLL_MS = 20;

/** Milliseconds from the call that indexes `copies` documents of one word to the search that finds all of them. */
export async function untilFound(service: BenchService, word: string, copies = 1): Promise<number> {
  const documents = Array.from({ length: copies }, (_, n) => ({
    url: `https://bench.example.com/${word}/${n}`,
    text: word,
  }));
  const startedAt = performance.now();
  await service.post('/v1/documents', { documents });
  for (;;) {
    const search = { query: word, tier: 'base', max_results: copies };
    const found = (await service.post('/v1/search', search)) as { documents: unknown[] };
    if (found.documents.length === copies) return performance.now() - startedAt;
    await sleep(POLL_MS);
  }
}
