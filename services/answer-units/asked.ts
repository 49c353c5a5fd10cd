import { identifiersIn } from '../text/identifiers.ts';
import { numberedNamesIn, type NumberedName } from '../text/numbered-names.ts';
import { stemsOf, wordsOf } from '../text/words.ts';
import { functionTerms, queryStems, subjectWeights, termsOf } from '../text/terms.ts';
import { questionLanguage } from './languages/languages.ts';
import type { QuestionKind, QuestionLanguage } from './languages/question-language.ts';
import { questionKind } from './languages/question-kind.ts';

/** Rarity of a term among all passages that the caller can find: 1 if none contains it, near 0 if all do. */
export type Rarity = (term: string) => number;

/** An analysed question, for comparison with units. */
export interface AnalysedQuestion {
  text: string;
  kind: QuestionKind;
  /** Patterns by which texts in the question's language express each kind of answer. */
  says: QuestionLanguage['says'];
  /** Log-odds that the gate adds for the question's language. */
  leeway: number;
  /** The question's terms with their weights; rarer terms weigh more. */
  terms: ReadonlyMap<string, number>;
  /** The terms that name the subject, without those for the kind of answer. All terms if no other is left. */
  key: ReadonlyMap<string, number>;
  /** Terms that say nothing of the subject: those for the kind of answer, and `introduction`. */
  generic: ReadonlySet<string>;
  /** The words of the question as written, in lower case, without stop words. */
  words: ReadonlySet<string>;
  /** Adjacent stems, without stop words and function words. */
  pairs: ReadonlyArray<readonly [string, string]>;
  /** Function words, which are ignored when adjacent terms of a text are determined. */
  passedOver: ReadonlySet<string>;
  /** Names of settings, options and functions, in lower case. */
  identifiers: readonly string[];
  /** The terms of names that have a capital within: `GitHub`, `PgBouncer`. */
  products: readonly string[];
  /** Names with the number of a version: `PostgreSQL 17`. */
  numbered: readonly NumberedName[];
}

const LEAST_RARITY = 0.05;
const CAPITAL_WITHIN = /(?<![\p{L}\p{N}_.-])\p{Lu}\p{L}*\p{Ll}\p{Lu}\p{L}*(?![\p{L}\p{N}_.-])/gu;

export function askedOf(text: string, rarity: Rarity): AnalysedQuestion {
  const terms = new Map(
    Array.from(subjectWeights(text), ([term, weight]) => [term, weight * Math.max(LEAST_RARITY, rarity(term))]),
  );
  const language = questionLanguage(text);
  const generic = new Set(stemsOf(language.generic));
  const key = new Map([...terms].filter(([term]) => !generic.has(term)));
  const stems = queryStems(text);
  return {
    text,
    kind: questionKind(text, language),
    says: language.says,
    leeway: language.leeway,
    terms,
    key: key.size > 0 ? key : terms,
    generic,
    words: new Set(wordsOf(text)),
    pairs: stems.slice(1).map((second, index) => [stems[index] ?? '', second] as const),
    passedOver: functionTerms(text),
    identifiers: [
      ...new Set([
        ...identifiersIn(text).flatMap(({ name }) => (name === '' ? [] : [name])),
        ...wordsOf(text).filter((word) => /\d/.test(word) && /\p{L}/u.test(word)),
      ]),
    ],
    products: [...text.matchAll(CAPITAL_WITHIN)].flatMap(([name]) => termsOf(name.toLowerCase()).terms),
    numbered: numberedNamesIn(text),
  };
}

/** The pairs of adjacent terms, each as `first second`, without function words of the question's language. */
export function adjacentTerms({ passedOver }: AnalysedQuestion, terms: readonly string[]): ReadonlySet<string> {
  const telling = passedOver.size === 0 ? terms : terms.filter((term) => !passedOver.has(term));
  return new Set(telling.slice(1).map((term, index) => `${telling[index]} ${term}`));
}

/** The share of the terms' total weight that a text contains, from 0 to 1. */
export function share(wanted: ReadonlyMap<string, number>, has: (term: string) => boolean): number {
  let found = 0;
  let all = 0;
  for (const [term, weight] of wanted) {
    all += weight;
    if (has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}
