// `node bench/train-rerank.ts`: learns the weights of services/search/rerank-weights.ts by coordinate ascent on half of
// the development sets' questions, and prints what they bring on the other half. It reaches into the product, as what it
// weighs is seen nowhere else.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLanceIndex } from '../services/index/lancedb.ts';
import type { IndexedDocument } from '../services/index/port.ts';
import { findCandidates } from '../services/search/candidates.ts';
import { parseQuery } from '../services/search/operators.ts';
import { rerankFeatures, type RerankFeatures } from '../services/search/rerank-features.ts';
import { rerankScore } from '../services/search/rerank.ts';
import { RERANK_WEIGHTS } from '../services/search/rerank-weights.ts';
import { FIRST, ndcg, readSet, spread, type Judged, type Line } from './retrieval/judged-sets.ts';

type Weights = Record<keyof RerankFeatures, number>;

interface Question {
  wanted: ReadonlyMap<string, number>;
  found: Array<{ id: string; features: RerankFeatures }>;
}

const SETS = ['cranfield', 'clef20-t2-dev', 'squadshift-reddit', 'hippo-musique', 'pubmedqa'];
const STEPS = [-0.2, -0.1, -0.05, 0.05, 0.1, 0.2];
const BATCH = 500;

const sets: Question[][] = [];
for (const set of SETS) sets.push(await questionsOf(await readSet(set)));
const odd = sets.map((questions) => questions.filter((_, place) => place % 2 === 1));
const even = sets.map((questions) => questions.filter((_, place) => place % 2 === 0));
const none: Weights = { ...zero(), score: 1 };
for (const [name, weights] of Object.entries({ 'the first stage': none, 'the present weights': RERANK_WEIGHTS, 'learned on the other half': undefined })) {
  const onOdd = quality(weights ?? ascend(even), odd);
  const onEven = quality(weights ?? ascend(odd), even);
  console.log(`${name}: mean nDCG@${FIRST} ${((onOdd + onEven) / 2).toFixed(4)}`);
}
const learned = ascend(sets);
console.log('learned on all:', learned, quality(learned, sets).toFixed(4));
for (const [index, questions] of sets.entries()) {
  console.log(`${SETS[index]}: ${[none, RERANK_WEIGHTS, learned].map((weights) => quality(weights, [questions]).toFixed(4)).join(' → ')}`);
}

function zero(): Weights {
  return Object.fromEntries(Object.keys(RERANK_WEIGHTS).map((name) => [name, 0])) as Weights;
}

/** What the first stage finds for each question, with its features. */
async function questionsOf({ documents, queries, relevant }: Judged): Promise<Question[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-train-'));
  const index = createLanceIndex({ folder });
  try {
    await index.rebuild(batches(documents));
    const questions: Question[] = [];
    for (const { _id, text } of spread(queries)) {
      const { text: query, phrases, excluded } = parseQuery(text);
      const asked = { query, phrases, excluded, orgId: 'org', scope: 'web', includeDomains: [], excludeDomains: [], fromMs: undefined, beforeMs: undefined };
      const candidates = await findCandidates(index, asked, FIRST);
      const features = rerankFeatures(query, candidates) ?? [];
      questions.push({
        wanted: relevant.get(_id) ?? new Map(),
        found: features.map((one, place) => ({ id: candidates[place]?.documentId ?? '', features: one })),
      });
    }
    return questions;
  } finally {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function* batches(lines: readonly Line[]): AsyncGenerator<IndexedDocument[]> {
  for (let from = 0; from < lines.length; from += BATCH) {
    yield lines.slice(from, from + BATCH).map(({ _id, title, text }) => ({
      documentId: _id, orgId: 'org', url: `https://eval.example.com/d/${encodeURIComponent(_id)}`, title, text, source: 'eval.example.com',
      publishedAt: undefined, publishedPrecision: undefined, scope: undefined, contentHash: _id,
    }));
  }
}

/** The mean over the sets, so that a large one counts no more than a small one. */
function quality(weights: Weights, on: readonly Question[][]): number {
  return mean(on.map((questions) => mean(questions.map(({ found, wanted }) => ndcg(best(found, weights), wanted)))));
}

function best(found: Question['found'], weights: Weights): string[] {
  return found.map(({ id, features }) => ({ id, score: rerankScore(features, weights) })).sort((a, b) => b.score - a.score).slice(0, FIRST).map(({ id }) => id);
}

/** From the first stage alone, one weight at a time, until no step helps. The weight of `score` stays 1: it is the scale. */
function ascend(on: readonly Question[][]): Weights {
  let weights = none;
  let reached = quality(weights, on);
  for (let better = true; better; ) {
    better = false;
    for (const name of Object.keys(weights).filter((one) => one !== 'score') as Array<keyof Weights>) {
      for (const step of STEPS) {
        const tried = { ...weights, [name]: Math.max(0, Number((weights[name] + step).toFixed(2))) };
        const value = quality(tried, on);
        if (value <= reached + 1e-5) continue;
        [weights, reached, better] = [tried, value, true];
      }
    }
  }
  return weights;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
