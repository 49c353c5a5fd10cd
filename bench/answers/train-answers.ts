// `node bench/answers/train-answers.ts [questions]`: learns the weights of services/sentence-selection/sentence-weights.ts by listwise
// logistic regression on one half of the questions of the development sets that have gold answers, and prints what they bring on the other.
// It reaches into the product, as what it weighs is seen nowhere else.
import { distinctBest } from '../../services/sentence-selection/select-sentences.ts';
import {
  sentenceCandidates,
  type SentenceCandidate,
  type SentenceFeatures,
} from '../../services/sentence-selection/sentence-features.ts';
import { SENTENCE_WEIGHTS } from '../../services/sentence-selection/sentence-weights.ts';
import { rerank } from '../../services/search/rank/rerank.ts';
import { goldStrings, holdsAny, normalized } from './gold.ts';
import { readSet, spread } from '../retrieval/judged-sets.ts';
import type { Weights } from '../retrieval/coordinate-ascent.ts';
import { learnListwise } from '../retrieval/listwise.ts';
import { withIndexedSet } from '../retrieval/indexed-set.ts';

const SETS = ['squadshift-reddit'];
const QUESTIONS = Number(process.argv[2] ?? 2_000);
const SOURCES = 8;
const PASSAGES = 3;

interface Question {
  candidates: Array<SentenceCandidate & { isGold: boolean }>;
}

const sets: Question[][] = [];
for (const set of SETS) sets.push(await questionsOf(set));
const half = (rest: number) => sets.map((questions) => questions.filter((_, place) => place % 2 === rest));
const [even, odd] = [half(0), half(1)];
const names = Object.keys(SENTENCE_WEIGHTS) as Array<keyof SentenceFeatures>;
const learn = (on: Question[][]) =>
  learnListwise<SentenceFeatures>(
    on.flat().map(({ candidates }) => candidates),
    names,
  );
console.log('present weights:', shares(SENTENCE_WEIGHTS, sets));
console.log('learned on the other half:', shares(learn(even), odd), shares(learn(odd), even));
const learned = learn(sets);
console.log('learned on all:', learned, shares(learned, sets));

async function questionsOf(set: string): Promise<Question[]> {
  const judged = await readSet(set);
  return withIndexedSet(judged, async (find) => {
    const questions: Question[] = [];
    for (const { _id, text } of spread(judged.queries, QUESTIONS)) {
      const gold = goldStrings(judged.answers.get(_id) ?? []);
      if (gold.length === 0) continue;
      const found = rerank(text, await find(text)).slice(0, SOURCES);
      const sources = found.map(({ documentId, passages, score }) => ({
        score: score / (found[0]?.score ?? 1),
        url: documentId,
        name: '',
        title: passages[0]?.heading.split('\n')[0] ?? '',
        passages: passages
          .slice(0, PASSAGES)
          .toSorted((a, b) => a.ordinal - b.ordinal)
          .map((passage) => passage.text),
      }));
      const candidates = sentenceCandidates(text, sources).map((one) => ({
        ...one,
        isGold: holdsAny([normalized(one.text)], gold),
      }));
      questions.push({ candidates });
    }
    return questions;
  });
}

/** Of each set the share of questions with a gold string in the first sentence, and in the first three. */
function shares(weights: Weights<SentenceFeatures>, on: readonly Question[][]): string {
  return on
    .map((questions) => {
      const chosen = questions.map(({ candidates }) => distinctBest(candidates, weights) as Question['candidates']);
      const holding = (count: number) =>
        (
          chosen.filter((sentences) => sentences.slice(0, count).some(({ isGold }) => isGold)).length / questions.length
        ).toFixed(3);
      const mean =
        chosen.reduce((sum, { length }) => sum + length, 0) / chosen.filter(({ length }) => length > 0).length;
      return `${holding(1)} ${holding(3)} (${mean.toFixed(1)} sentences, ${(chosen.filter(({ length }) => length > 0).length / questions.length).toFixed(3)} answered)`;
    })
    .join(', ');
}
