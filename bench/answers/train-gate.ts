// `node bench/answers/train-gate.ts`: learns the weights of services/answer-units/gate.ts by logistic regression on the questions of development
// sets over their own documents and over those of the others, and on questions over manuals, some of which have no answer. It prints what
// the weights bring, and reaches into the product, as what it weighs is seen nowhere else.
import { chooseUnits } from '../../services/answer-units/choose-units.ts';
import { answerProbability, gateFeatures, gateOf, MAY_ANSWER } from '../../services/answer-units/gate.ts';
import { readSet, spread, type JudgedSet } from '../retrieval/judged-sets.ts';
import { learnLogistic } from '../retrieval/logistic.ts';
import { openTextVectors } from '../retrieval/set-vectors.ts';
import { withAskedUnits, type AskedUnits } from './asked-units.ts';
import { readPages, readQuestions } from './docs-qa.ts';

const SETS = ['cranfield', 'clef20-t2-dev', 'squadshift-reddit', 'pubmedqa'] as const;
const OWN_QUESTIONS = 80;
const OTHER_QUESTIONS = 40;
const MANUALS = 'manuals';
// There are few questions over manuals that have no answer, and a silenced answer costs more than a wrong one.
const WEIGHT_OF_MANUALS = 10;
const WEIGHT_OF_ANSWERABLE = 3;

type Ranking = 'byWords' | 'byMeaning';

interface Sample {
  over: string;
  isAnswerable: boolean;
  /** undefined: nothing was found that could be an answer. */
  features: Record<string, number> | undefined;
  /** What the present weights say. */
  probability: number;
}

interface Question {
  text: string;
  isAnswerable: boolean;
}

const vectors = await openTextVectors();
const read: Array<{ name: string; set: JudgedSet }> = [];
for (const name of SETS) read.push({ name, set: await readSet(name) });
const samples: Record<Ranking, Sample[]> = { byWords: [], byMeaning: [] };
for (const over of read) {
  const asked = read.flatMap(({ name, set }) =>
    spread(set.queries, name === over.name ? OWN_QUESTIONS : OTHER_QUESTIONS).map(({ text }) => ({
      text,
      isAnswerable: name === over.name,
    })),
  );
  await sample(over.name, over.set, asked);
}
const manuals: JudgedSet = { documents: await readPages(), queries: [], relevant: new Map(), answers: new Map() };
await sample(
  MANUALS,
  manuals,
  (await readQuestions()).map(({ question, kind }) => ({ text: question, isAnswerable: kind !== 'unanswerable' })),
);
await vectors.close();
for (const ranking of ['byWords', 'byMeaning'] as const) report(ranking);

async function sample(over: string, set: JudgedSet, questions: readonly Question[]): Promise<void> {
  await withAskedUnits(set, vectors, async (ask) => {
    for (const { text, isAnswerable } of questions) {
      const units = await ask(text);
      for (const ranking of ['byWords', 'byMeaning'] as const)
        samples[ranking].push({ over, isAnswerable, ...judged(units, ranking) });
    }
  });
}

function judged(units: AskedUnits, ranking: Ranking): Pick<Sample, 'features' | 'probability'> {
  const gate = gateOf(units.asked, units[ranking]);
  const [first] = chooseUnits(units.asked, units[ranking]);
  if (!first) return { features: undefined, probability: 0 };
  return { features: { ...gateFeatures(gate, first) }, probability: answerProbability(gate, first) };
}

function report(ranking: Ranking): void {
  const all = samples[ranking];
  const learned = learnLogistic(
    all.flatMap(({ over, isAnswerable, features }) =>
      features ? [{ features, isTrue: isAnswerable, weight: weightOf(over, isAnswerable) }] : [],
    ),
  );
  console.log(ranking, 'learned on all:', learned.constant, learned.weights);
  for (const least of [MAY_ANSWER - 0.1, MAY_ANSWER - 0.05, MAY_ANSWER, MAY_ANSWER + 0.05]) {
    const present = rates(all, ({ probability }) => probability < least);
    const other = rates(all, ({ features }) => !features || learned.probability(features) < least);
    console.log(`  at ${least.toFixed(2)}: present ${present}`);
    console.log(`           learned ${other}`);
  }
}

function weightOf(over: string, isAnswerable: boolean): number {
  if (isAnswerable) return WEIGHT_OF_ANSWERABLE;
  return over === MANUALS ? WEIGHT_OF_MANUALS : 1;
}

/** How many of the questions without an answer are told so, and how many with one. */
function rates(all: readonly Sample[], isSilent: (sample: Sample) => boolean): string {
  const rate = (some: readonly Sample[]) => (some.filter(isSilent).length / some.length).toFixed(3);
  const of = (isOver: (over: string) => boolean, isAnswerable: boolean) =>
    rate(all.filter((one) => isOver(one.over) && one.isAnswerable === isAnswerable));
  const lost = SETS.map((set) => `${set} ${of((over) => over === set, true)}`).join(', ');
  const isSet = (over: string) => over !== MANUALS;
  const isManual = (over: string) => over === MANUALS;
  return `other sets ${of(isSet, false)}, lost ${of(isSet, true)} (${lost}); ${MANUALS} ${of(isManual, false)}, lost ${of(isManual, true)}`;
}
