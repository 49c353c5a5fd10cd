// `node bench/answers/train-units.ts`: learns the weights of services/units/unit-weights.ts by listwise logistic regression on the
// questions over manuals and on those of a development set, and prints what they bring on corpora that were left out. It reaches
// into the product, as what it weighs is seen nowhere else.
import { sourcesOf } from '../../services/grounding/sources-of.ts';
import { rerank } from '../../services/search/rank/rerank.ts';
import { askedOf, type Asked } from '../../services/units/asked.ts';
import { chooseUnits } from '../../services/units/choose-units.ts';
import { rankUnits, unitScore, type RankedUnit } from '../../services/units/rank-units.ts';
import { UNIT_WEIGHTS } from '../../services/units/unit-weights.ts';
import type { UnitFeatures } from '../../services/units/unit-features.ts';
import type { SourcePassage } from '../../services/sentence-selection/source.ts';
import { learnListwise } from '../retrieval/listwise.ts';
import { readSet, spread, type JudgedSet } from '../retrieval/judged-sets.ts';
import { withIndexedSet } from '../retrieval/indexed-set.ts';
import { readPages, readQuestions, verdictOn } from './docs-qa.ts';
import { goldStrings, holdsAny, normalized } from './gold.ts';

const SET = 'squadshift-reddit';
const QUESTIONS_OF_SET = 200;
const SOURCES = 8;
const PASSAGES_OF_SOURCE = 3;

type Weights = Readonly<Record<keyof UnitFeatures, number>>;
type Unit = RankedUnit<{ title: string; url: string; parts: readonly SourcePassage[] }>;

interface Question {
  /** What is left out together. */
  corpus: string;
  asked: Asked;
  units: Array<Unit & { isGold: boolean }>;
}

const NAMES = Object.keys(UNIT_WEIGHTS) as Array<keyof UnitFeatures>;
// What a feature means decides its sign, so that a small set cannot turn it around.
const NEGATIVE = new Set<keyof UnitFeatures>(['colon', 'aside']);

const questions = [...(await overManuals()), ...(await overSet())];
const corpora = [...new Set(questions.map(({ corpus }) => corpus))];
for (const corpus of corpora) {
  const rest = learn(questions.filter((question) => question.corpus !== corpus));
  const own = questions.filter((question) => question.corpus === corpus);
  console.log(`${corpus}: present weights ${shares(UNIT_WEIGHTS, own)}, learned without it ${shares(rest, own)}`);
}
console.log('learned on all:', learn(questions));

function learn(on: readonly Question[]): Weights {
  return learnListwise<UnitFeatures>(
    on.map(({ units }) => units),
    NAMES,
    NEGATIVE,
  );
}

async function overManuals(): Promise<Question[]> {
  const judged: JudgedSet = { documents: await readPages(), queries: [], relevant: new Map(), answers: new Map() };
  const asked = (await readQuestions()).filter(({ kind }) => kind !== 'unanswerable');
  return withUnits(
    judged,
    asked.map((one) => ({
      corpus: one.corpus,
      text: one.question,
      isGold: (answer: string) => verdictOn(one, answer) === 'right',
    })),
  );
}

async function overSet(): Promise<Question[]> {
  const judged = await readSet(SET);
  return withUnits(
    judged,
    spread(judged.queries, QUESTIONS_OF_SET).flatMap(({ _id, text }) => {
      const gold = goldStrings(judged.answers.get(_id) ?? []);
      return gold.length === 0
        ? []
        : [{ corpus: SET, text, isGold: (answer: string) => holdsAny([normalized(answer)], gold) }];
    }),
  );
}

interface AskedQuestion {
  corpus: string;
  text: string;
  isGold(answer: string): boolean;
}

async function withUnits(judged: JudgedSet, asked: readonly AskedQuestion[]): Promise<Question[]> {
  return withIndexedSet(judged, async (find, rarity) => {
    const read: Question[] = [];
    for (const { corpus, text, isGold } of asked) {
      const found = rerank(text, await find(text)).slice(0, SOURCES);
      const sources = sourcesOf(
        found.map(({ documentId, passages, score }) => ({
          url: `https://eval.example.com/d/${encodeURIComponent(documentId)}`,
          source: '',
          title: passages[0]?.heading.split('\n')[0] ?? '',
          score,
          snippets: passages.slice(0, PASSAGES_OF_SOURCE),
        })),
      ).map((source) => ({ ...source, parts: source.parts ?? [] }));
      const asked = askedOf(text, rarity);
      const units = rankUnits(asked, sources);
      read.push({ corpus, asked, units: units.map((unit) => ({ ...unit, isGold: isGold(unit.unit.text) })) });
    }
    return read;
  });
}

/** The share of questions with a right first unit, and with a right one among those that are given. */
function shares(weights: Weights, on: readonly Question[]): string {
  const chosen = on.map(
    ({ asked, units }) =>
      chooseUnits(
        asked,
        units
          .map((unit) => ({ ...unit, score: unitScore(unit.features, weights) }))
          .toSorted((one, other) => other.score - one.score),
      ) as Question['units'],
  );
  const share = (most: number) =>
    (chosen.filter((units) => units.slice(0, most).some(({ isGold }) => isGold)).length / on.length).toFixed(3);
  return `${share(1)} ${share(3)}`;
}
