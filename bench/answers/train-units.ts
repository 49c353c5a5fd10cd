// `node bench/answers/train-units.ts`: learns the weights of services/answer-units/unit-weights.ts by listwise logistic regression on the
// questions over manuals and on those of a development set, and prints what they bring on corpora that were left out. It reaches
// into the product, as what it weighs is seen nowhere else.
import { chooseUnits } from '../../services/answer-units/choose-units.ts';
import { unitScore } from '../../services/answer-units/rank-units.ts';
import { UNIT_WEIGHTS, UNIT_WEIGHTS_BY_MEANING } from '../../services/answer-units/unit-weights.ts';
import { learnListwise } from '../retrieval/listwise.ts';
import { readSet, spread, type JudgedSet } from '../retrieval/judged-sets.ts';
import { openTextVectors } from '../retrieval/set-vectors.ts';
import { withAskedUnits, type AskedUnit, type AskedUnits } from './asked-units.ts';
import { readPages, readQuestions, verdictOn } from './docs-qa.ts';
import { goldStrings, holdsAny, normalized } from './gold.ts';

const SET = 'squadshift-reddit';
const QUESTIONS_OF_SET = 300;

type Weights = Readonly<Record<string, number>>;
type Ranking = 'byWords' | 'byMeaning';

interface Question {
  /** What is left out together. */
  corpus: string;
  text: string;
  isGold(answer: string): boolean;
}

interface Read extends AskedUnits {
  corpus: string;
  isGold(unit: AskedUnit): boolean;
}

// What a feature means decides its sign, so that a small set cannot turn it around.
const NEGATIVE = new Set(['colon', 'aside']);
const PRESENT: Record<Ranking, Weights> = { byWords: UNIT_WEIGHTS, byMeaning: UNIT_WEIGHTS_BY_MEANING };

const vectors = await openTextVectors();
const questions = [...(await overManuals()), ...(await overSet())];
await vectors.close();
const corpora = [...new Set(questions.map(({ corpus }) => corpus))];
for (const ranking of ['byWords', 'byMeaning'] as const) {
  console.log(ranking);
  for (const corpus of corpora) {
    const rest = learn(
      questions.filter((question) => question.corpus !== corpus),
      ranking,
    );
    const own = questions.filter((question) => question.corpus === corpus);
    const [present, learned] = [PRESENT[ranking], rest].map((weights) => shares(weights, own, ranking));
    console.log(`  ${corpus}: present weights ${present}, learned without it ${learned}`);
  }
  console.log('  learned on all:', learn(questions, ranking));
}

function learn(on: readonly Read[], ranking: Ranking): Weights {
  return learnListwise<Weights>(
    on.map((read) => read[ranking].map((unit) => ({ features: { ...unit.features }, isGold: read.isGold(unit) }))),
    Object.keys(PRESENT[ranking]),
    NEGATIVE,
  );
}

async function overManuals(): Promise<Read[]> {
  const judged: JudgedSet = { documents: await readPages(), queries: [], relevant: new Map(), answers: new Map() };
  const asked = (await readQuestions()).filter(({ kind }) => kind !== 'unanswerable');
  return read(
    judged,
    asked.map((one) => ({
      corpus: one.corpus,
      text: one.question,
      isGold: (answer: string) => verdictOn(one, answer) === 'right',
    })),
  );
}

async function overSet(): Promise<Read[]> {
  const judged = await readSet(SET);
  return read(
    judged,
    spread(judged.queries, QUESTIONS_OF_SET).flatMap(({ _id, text }, place) => {
      const gold = goldStrings(judged.answers.get(_id) ?? []);
      const corpus = `${SET} ${place % 2 === 0 ? 'even' : 'odd'}`;
      return gold.length === 0
        ? []
        : [{ corpus, text, isGold: (answer: string) => holdsAny([normalized(answer)], gold) }];
    }),
  );
}

async function read(judged: JudgedSet, asked: readonly Question[]): Promise<Read[]> {
  return withAskedUnits(judged, vectors, async (ask) => {
    const all: Read[] = [];
    for (const { corpus, text, isGold } of asked)
      all.push({ ...(await ask(text)), corpus, isGold: ({ unit }) => isGold([unit.term, unit.text].join(': ')) });
    return all;
  });
}

/** The share of questions with a right first unit, and with a right one among those that are given. */
function shares(weights: Weights, on: readonly Read[], ranking: Ranking): string {
  const chosen = on.map((one) => {
    const ranked = one[ranking]
      .map((unit) => ({ ...unit, score: unitScore({ ...unit.features }, weights) }))
      .toSorted((a, b) => b.score - a.score);
    return chooseUnits(one.asked, ranked).map((unit) => one.isGold(unit));
  });
  const share = (most: number) =>
    (chosen.filter((units) => units.slice(0, most).includes(true)).length / on.length).toFixed(3);
  return `${share(1)} ${share(3)}`;
}
