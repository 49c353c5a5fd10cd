import { startModelServer } from '../../test/support/model-server.ts';
import { goldStrings, holdsAny, normalized } from './gold.ts';
import { skipped } from '../data/data-folder.ts';
import { readSet, spread } from '../retrieval/judged-sets.ts';
import { serveSet, settled, urlOf } from '../retrieval/served-set.ts';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { milliseconds, quantile, timings, withService, type BenchService } from '../harness/service.ts';

const SET = 'squadshift-reddit';
// Of 9,803, spread evenly: all take over half an hour with the model, and the shares differ by less than .02.
const QUESTIONS = 2_000;
const SIZE = 10_000;
const CALLS = 300;
const WARM_UP = 30;

/** Answers without a model: whether they hold the answer, whether their citations hold, and how long they take. */
export async function benchAnswers(): Promise<string[]> {
  return [...(await judged()), await latency(), await firstByte()];
}

interface Tally {
  questions: number;
  answered: number;
  first: number;
  three: number;
  cited: number;
  supported: number;
}

async function judged(): Promise<string[]> {
  const skip = skipped('answers', SET);
  if (skip) return [skip];
  const { documents, queries, answers } = await readSet(SET);
  const texts = new Map(documents.map(({ _id, text }) => [urlOf(_id), normalized(text)]));
  return withService(async (service) => {
    await serveSet(service, documents);
    const tally: Tally = { questions: 0, answered: 0, first: 0, three: 0, cited: 0, supported: 0 };
    for (const { _id, text } of spread(queries, QUESTIONS)) {
      const gold = goldStrings(answers.get(_id) ?? []);
      if (gold.length === 0) continue;
      const { answer } = (await service.post('/v1/answer', { query: text })) as { answer: string };
      count(tally, sentencesIn(answer), gold, texts);
    }
    const share = (part: number, whole: number) => (part / whole).toFixed(3);
    return [
      `answers to ${tally.questions} questions of ${SET} without a model: a gold string in the first sentence ${share(tally.first, tally.questions)} (target .45), in the first three ${share(tally.three, tally.questions)} (target .58); ${share(tally.answered, tally.questions)} answered at all`,
      `citations whose source holds their sentence word for word: ${share(tally.supported, tally.cited)} of ${tally.cited} (target .998)`,
    ];
  });
}

interface CitedSentence {
  text: string;
  url: string;
}

// A sentence, then its citation, then perhaps its full stop: `text ([name](url)).`
const CITED = /(.+?) \(\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)\)\)\.?\s*/gs;

function sentencesIn(answer: string): CitedSentence[] {
  return Array.from(answer.matchAll(CITED), ([, text = '', url = '']) => ({
    text: text.replaceAll(/\\([^\w\s])/g, '$1').replaceAll('&amp;', '&'),
    url,
  }));
}

function count(
  tally: Tally,
  sentences: readonly CitedSentence[],
  gold: readonly string[],
  texts: ReadonlyMap<string, string>,
): void {
  const given = sentences.map(({ text }) => normalized(text));
  tally.questions += 1;
  if (given.length > 0) tally.answered += 1;
  if (holdsAny(given.slice(0, 1), gold)) tally.first += 1;
  if (holdsAny(given.slice(0, 3), gold)) tally.three += 1;
  tally.cited += given.length;
  tally.supported += sentences.filter(({ url }, index) => texts.get(url)?.includes(given[index]?.trim() ?? '')).length;
}

async function latency(): Promise<string> {
  return withService(async (service: BenchService) => {
    for (let from = 0; from < SIZE; from += 1_000)
      await service.post('/v1/documents', { documents: documentsFrom(from, 1_000) });
    await settled();
    await settled();
    const answer = (n: number) => service.post('/v1/answer', { query: queryOf(n) });
    await timings(WARM_UP, answer);
    const taken = await timings(CALLS, answer);
    return `an answer over ${SIZE} documents without a model: p50 ${milliseconds(quantile(taken, 0.5))} (target 40 ms), p95 ${milliseconds(quantile(taken, 0.95))}`;
  });
}

const FACT = 'The Barre granite quarry in Vermont is 600 feet deep';

/** From the model's first sentence, the next one begun, to the caller's first piece of text. */
async function firstByte(): Promise<string> {
  const model = await startModelServer();
  let saidAt = 0;
  model.script(() => {
    saidAt = performance.now();
    return { type: 'text', pieces: [`${FACT} [1]. The`, ' quarry is old [1].'] };
  });
  try {
    return await withService(
      async (service) => {
        await service.post('/v1/documents', {
          documents: [{ url: 'https://bench.example.com/barre', text: `${FACT}. The quarry is old.` }],
        });
        await settled();
        const taken: number[] = [];
        for (let n = 0; n < CALLS; n += 1) taken.push((await firstText(service)) - saidAt);
        const sorted = taken.slice(WARM_UP).toSorted((one, other) => one - other);
        return `first streamed text after a model's first sentence: p50 ${milliseconds(quantile(sorted, 0.5))}, p95 ${milliseconds(quantile(sorted, 0.95))} (target 30 ms)`;
      },
      { OPENAI_BASE_URL: model.baseUrl, QUARRY_MODEL: 'bench' },
    );
  } finally {
    await model.close();
  }
}

/** When the first piece of a streamed answer came. */
async function firstText(service: BenchService): Promise<number> {
  let cameAt = 0;
  for await (const piece of service.stream('/v1/answer', {
    query: 'How deep is the Barre granite quarry?',
    stream: true,
  })) {
    if (cameAt === 0 && /"content":"[^"]/.test(piece)) cameAt = performance.now();
  }
  return cameAt;
}
