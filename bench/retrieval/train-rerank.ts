// `node bench/retrieval/train-rerank.ts`: learns the weights of services/search/rank/rerank-weights.ts by coordinate ascent on half of
// the development sets' questions, and prints what they bring on the other half. It reaches into the product, as what it
// weighs is seen nowhere else.
import { parseQuery } from '../../services/query/operators.ts';
import { rerankFeatures, type RerankFeatures } from '../../services/search/rank/rerank-features.ts';
import { rerankScore } from '../../services/search/rank/rerank.ts';
import { RERANK_WEIGHTS } from '../../services/search/rank/rerank-weights.ts';
import { coordinateAscent, type Weights } from './coordinate-ascent.ts';
import { withIndexedSet } from './indexed-set.ts';
import { FIRST, ndcg, readSet, spread, type JudgedSet } from './judged-sets.ts';

interface Question {
  wanted: ReadonlyMap<string, number>;
  found: Array<{ id: string; features: RerankFeatures }>;
}

const SETS = ['cranfield', 'clef20-t2-dev', 'squadshift-reddit', 'hippo-musique', 'pubmedqa'];

const sets: Question[][] = [];
for (const set of SETS) sets.push(await questionsOf(await readSet(set)));
const odd = sets.map((questions) => questions.filter((_, place) => place % 2 === 1));
const even = sets.map((questions) => questions.filter((_, place) => place % 2 === 0));
// From the first stage alone. The weight of `score` stays 1: it is the scale.
const none: Weights<RerankFeatures> = { ...zero(), score: 1 };
const learn = (on: Question[][]) =>
  coordinateAscent<RerankFeatures>({ start: none, scale: 'score', quality: (weights) => quality(weights, on) });
for (const [name, weights] of Object.entries({
  'the first stage': none,
  'the present weights': RERANK_WEIGHTS,
  'learned on the other half': undefined,
})) {
  const onOdd = quality(weights ?? learn(even), odd);
  const onEven = quality(weights ?? learn(odd), even);
  console.log(`${name}: mean nDCG@${FIRST} ${((onOdd + onEven) / 2).toFixed(4)}`);
}
const learned = learn(sets);
console.log('learned on all:', learned, quality(learned, sets).toFixed(4));
for (const [index, questions] of sets.entries()) {
  console.log(
    `${SETS[index]}: ${[none, RERANK_WEIGHTS, learned].map((weights) => quality(weights, [questions]).toFixed(4)).join(' → ')}`,
  );
}

function zero(): Weights<RerankFeatures> {
  return Object.fromEntries(Object.keys(RERANK_WEIGHTS).map((name) => [name, 0])) as Weights<RerankFeatures>;
}

/** What the first stage finds for each question, with its features. */
async function questionsOf(judged: JudgedSet): Promise<Question[]> {
  return withIndexedSet(judged, async (find) => {
    const questions: Question[] = [];
    for (const { _id, text } of spread(judged.queries)) {
      const candidates = await find(text);
      const features = rerankFeatures(parseQuery(text).text, candidates) ?? [];
      questions.push({
        wanted: judged.relevant.get(_id) ?? new Map(),
        found: features.map((one, place) => ({ id: candidates[place]?.documentId ?? '', features: one })),
      });
    }
    return questions;
  });
}

/** The mean over the sets, so that a large one counts no more than a small one. */
function quality(weights: Weights<RerankFeatures>, on: readonly Question[][]): number {
  return mean(on.map((questions) => mean(questions.map(({ found, wanted }) => ndcg(best(found, weights), wanted)))));
}

function best(found: Question['found'], weights: Weights<RerankFeatures>): string[] {
  return found
    .map(({ id, features }) => ({ id, score: rerankScore(features, weights) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, FIRST)
    .map(({ id }) => id);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
