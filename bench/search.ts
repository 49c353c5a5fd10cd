import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds, quantile, timings, withService, type Service } from './service.ts';

// The last one leaves room for what `folded` adds, under the limit of an organization.
const SIZES = [1_000, 10_000, 99_000];
const TARGETS = { base: [10, 30], pro: [20, 50] };
const BATCH = 1_000;
const CALLS = 400;
const WARM_UP = 50;
const CALLERS = 50;
const CALLS_EACH = 20;
const QUIET_MS = 8_000;
const POLL_MS = 200;
const QUERY_WORDS = 6;
// As many of the most frequent words as a stop list takes out of a real query.
const STOP_WORDS = 127;
const SENTENCES = 12;
const WORDS_A_SENTENCE = 14;
const VOCABULARY = 30_000;
const SYLLABLES = ['ba', 'con', 'dur', 'fel', 'gra', 'hol', 'ix', 'jun', 'kel', 'lor', 'mun', 'ner', 'os', 'pra', 'qui', 'ras', 'sten', 'tor', 'ul', 'ver'];

/** Words as often as in real text: the n-th most frequent one about 1/n as often as the first. */
function textOf(seed: number, words: number, mostFrequent = 1): string[] {
  let state = seed + 1;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return wordOfRank(Math.floor(mostFrequent * (VOCABULARY / mostFrequent) ** (state / 2 ** 32)));
  });
}

function wordOfRank(rank: number): string {
  let rest = rank;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return word;
}

const sentence = (seed: number) => `${textOf(seed, WORDS_A_SENTENCE).join(' ')}.`;

/** Latency of a search through HTTP over growing numbers of documents, beside a call that searches nothing. */
export async function benchSearch(): Promise<string[]> {
  return withService(async (service) => {
    const lines: string[] = [];
    let indexed = 0;
    for (const size of SIZES) {
      const startedAt = performance.now();
      for (; indexed < size; indexed += BATCH) await service.post('/v1/documents', { documents: documentsFrom(indexed) });
      await folded(service, size);
      lines.push(`${size} documents indexed ${((performance.now() - startedAt) / 1_000).toFixed(0)} s after the first batch went out`);
      const bare = quantile(await timings(CALLS, () => fetch(`${service.rest}/healthz`).then((response) => response.text())), 0.5);
      for (const tier of ['base', 'pro'] as const) lines.push(await searched(service, { tier, size, bare }));
    }
    lines.push(await manyAtOnce(service));
    return lines;
  });
}

function documentsFrom(first: number): object[] {
  return Array.from({ length: BATCH }, (_, n) => ({
    url: `https://bench.example.com/${first + n}`,
    title: textOf((first + n) * 7919, 4).join(' '),
    text: Array.from({ length: SENTENCES }, (_, k) => sentence((first + n) * 31 + k)).join(' '),
  }));
}

/** Waits until everything is indexed, and folded into the index, which happens in a quiet moment. */
async function folded(service: Service, size: number): Promise<void> {
  const query = `settled${size}`;
  // A call of so many is bulk like the rest, so its last document is indexed behind all others.
  const last = Array.from({ length: BATCH / 10 }, (_, n) => ({ url: `https://bench.example.com/${query}/${n}`, text: query }));
  await service.post('/v1/documents', { documents: last });
  for (;;) {
    const { documents } = (await service.post('/v1/search', { query, max_results: last.length, tier: 'base' })) as { documents: unknown[] };
    if (documents.length === last.length) break;
    await sleep(POLL_MS);
  }
  await sleep(QUIET_MS);
}

const queryOf = (n: number) => textOf(n * 104_729, QUERY_WORDS, STOP_WORDS).join(' ');

async function searched(service: Service, { tier, size, bare }: { tier: 'base' | 'pro'; size: number; bare: number }): Promise<string> {
  const search = (n: number) => service.post('/v1/search', { query: queryOf(n), tier });
  await timings(WARM_UP, search);
  const taken = await timings(CALLS, search);
  const [median, high] = [quantile(taken, 0.5), quantile(taken, 0.95)];
  const target = size === SIZES.at(-1) ? ` (target p50 ${TARGETS[tier].join(', p95 ')} ms)` : '';
  return `search ${tier} over ${size} documents: p50 ${milliseconds(median)}, p95 ${milliseconds(high)}${target}; ${(median / bare).toFixed(1)} × /healthz (${milliseconds(bare)})`;
}

/** Callers side by side: all must be answered. */
async function manyAtOnce(service: Service): Promise<string> {
  const startedAt = performance.now();
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let call = 0; call < CALLS_EACH; call += 1) await service.post('/v1/search', { query: queryOf(caller * CALLS_EACH + call) });
  });
  await Promise.all(callers);
  const seconds = (performance.now() - startedAt) / 1_000;
  return `search by ${CALLERS} callers at once: ${CALLERS * CALLS_EACH} calls, ${((CALLERS * CALLS_EACH) / seconds).toFixed(0)} a second, no error`;
}
