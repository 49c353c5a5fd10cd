import { milliseconds, quantile, timings, withService } from './service.ts';

const DOCUMENTS = 10_000;
const BATCH = 1_000;
const CALLS = 400;
const WARM_UP = 50;
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

/** Latency of a search over 10,000 documents through HTTP, beside a call that searches nothing. */
export async function benchSearch(): Promise<string[]> {
  return withService(async (service) => {
    for (let from = 0; from < DOCUMENTS; from += BATCH) {
      const documents = Array.from({ length: BATCH }, (_, n) => ({
        url: `https://bench.example.com/${from + n}`,
        title: textOf((from + n) * 7919, 4).join(' '),
        text: Array.from({ length: SENTENCES }, (_, k) => sentence((from + n) * 31 + k)).join(' '),
      }));
      await service.post('/v1/documents', { documents });
    }
    const lines: string[] = [];
    const bare = await timings(CALLS, () => fetch(`${service.rest}/healthz`).then((response) => response.text()));
    for (const tier of ['base', 'pro']) {
      const search = (n: number) => service.post('/v1/search', { query: textOf(n * 104_729, QUERY_WORDS, STOP_WORDS).join(' '), tier });
      await timings(WARM_UP, search);
      const taken = await timings(CALLS, search);
      const ratio = quantile(taken, 0.5) / quantile(bare, 0.5);
      lines.push(`search ${tier} over ${DOCUMENTS} documents: p50 ${milliseconds(quantile(taken, 0.5))}, p95 ${milliseconds(quantile(taken, 0.95))} (target p50 10 ms); ${ratio.toFixed(1)} × /healthz (${milliseconds(quantile(bare, 0.5))})`);
    }
    return lines;
  });
}
