// `node bench/retrieval/train-rerank.ts`: learns the weights of services/search/rank/rerank-weights.ts by coordinate
// ascent on half of the development sets' questions, and prints their effect on the other half: one set of weights for
// searches by words alone, one for passages with known similarity. It imports the product's modules, because the
// features are not visible elsewhere.
import { parseQuery } from '../../services/query/operators.ts';
import { rerankFeatures, type RerankFeatures } from '../../services/search/rank/rerank-features.ts';
import { rerankScore } from '../../services/search/rank/rerank.ts';
import { FUSED_WEIGHTS, LEXICAL_WEIGHTS, type RerankWeights } from '../../services/search/rank/rerank-weights.ts';
import { coordinateAscent } from './coordinate-ascent.ts';
import { embeddedSet, type Embedded } from './embedded-set.ts';
import { withIndexedSet } from './indexed-set.ts';
import { FIRST, ndcg, readSet, spread, type JudgedSet } from './judged-sets.ts';
import { openTextVectors } from './set-vectors.ts';

interface Question {
  wanted: ReadonlyMap<string, number>;
  found: Array<{ id: string; features: RerankFeatures }>;
}

interface Training {
  embedded: Embedded;
  present: RerankWeights;
  /** Initial weights of the ascent. The weight of `score` stays 1: it is the scale. */
  start: RerankWeights;
  /** Not learned. */
  without: ReadonlyArray<keyof RerankFeatures>;
}

const SETS = ['cranfield', 'clef20-t2-dev', 'squadshift-reddit', 'hippo-musique', 'pubmedqa'] as const;
const FIRST_STAGE: RerankWeights = { ...zero(), score: 1 };
const TRAININGS: Record<string, Training> = {
  'by words alone': {
    embedded: { share: 0, found: 0 },
    present: LEXICAL_WEIGHTS,
    start: FIRST_STAGE,
    without: ['near'],
  },
  // Few weights, among them the heading's: beside the similarity, the others have no effect on the other half. The sets
  // contain few headings, which often identify a passage of documentation.
  'by words and meaning': {
    embedded: { share: 1, found: 0 },
    present: FUSED_WEIGHTS,
    start: { ...FIRST_STAGE, near: 1, heading: 0.6 },
    without: ['secondScore', 'coverage', 'together', 'early'],
  },
};

const vectors = await openTextVectors();
const sets: Array<Record<string, Question[]>> = [];
for (const set of SETS) sets.push(await questionsOf(await readSet(set)));
await vectors.close();
for (const name of Object.keys(TRAININGS)) report(name);

function report(name: string): void {
  const training = TRAININGS[name];
  if (!training) return;
  const all = sets.map((states) => states[name] ?? []);
  const odd = all.map((questions) => questions.filter((_, place) => place % 2 === 1));
  const even = all.map((questions) => questions.filter((_, place) => place % 2 === 0));
  console.log(name);
  for (const [what, weights] of Object.entries({
    'the first stage': FIRST_STAGE,
    'the present weights': training.present,
    'learned on the other half': undefined,
  })) {
    const onOdd = quality(weights ?? learn(training, even), odd);
    const onEven = quality(weights ?? learn(training, odd), even);
    console.log(`${what}: mean nDCG@${FIRST} ${((onOdd + onEven) / 2).toFixed(4)}`);
  }
  const learned = learn(training, all);
  console.log('learned on all:', learned, quality(learned, all).toFixed(4));
  for (const [index, questions] of all.entries()) {
    console.log(
      `${SETS[index]}: ${[FIRST_STAGE, training.present, learned].map((weights) => quality(weights, [questions]).toFixed(4)).join(' → ')}`,
    );
  }
}

function learn({ start, without }: Training, on: Question[][]): RerankWeights {
  const fixed = new Set<keyof RerankFeatures>(['score', ...without]);
  return coordinateAscent<RerankFeatures>({ start, fixed, quality: (weights) => quality(weights, on) });
}

function zero(): RerankWeights {
  return Object.fromEntries(Object.keys(LEXICAL_WEIGHTS).map((name) => [name, 0])) as RerankWeights;
}

/** The second stage's input for each question, by training set, with its features. */
async function questionsOf(judged: JudgedSet): Promise<Record<string, Question[]>> {
  const rescored = await embeddedSet(judged, vectors);
  return withIndexedSet(judged, async (find) => {
    const questions: Record<string, Question[]> = {};
    for (const { _id, text: given } of spread(judged.queries)) {
      const { text } = parseQuery(given);
      const candidates = await find(given);
      for (const [name, { embedded }] of Object.entries(TRAININGS)) {
        const scored = await rescored(text, candidates, embedded);
        const features = rerankFeatures(text, scored) ?? [];
        (questions[name] ??= []).push({
          wanted: judged.relevant.get(_id) ?? new Map(),
          found: features.map((one, place) => ({ id: scored[place]?.documentId ?? '', features: one })),
        });
      }
    }
    return questions;
  });
}

/** The mean over the sets, so that a large set counts no more than a small one. */
function quality(weights: RerankWeights, on: readonly Question[][]): number {
  return mean(on.map((questions) => mean(questions.map(({ found, wanted }) => ndcg(best(found, weights), wanted)))));
}

function best(found: Question['found'], weights: RerankWeights): string[] {
  return found
    .map(({ id, features }) => ({ id, score: rerankScore(features, weights) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, FIRST)
    .map(({ id }) => id);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
