import { identifiersIn } from '../text/identifiers.ts';
import { stemsOf, wordsOf } from '../text/words.ts';
import { functionTerms, queryStems, subjectWeights } from '../text/terms.ts';
import { questionLanguage } from './languages/languages.ts';
import type { QuestionKind, QuestionLanguage } from './languages/question-language.ts';
import { questionKind } from './question-kind.ts';

/** How rare a term is among all passages that the caller may find: 1 if none has it, near 0 if all do. */
export type Rarity = (term: string) => number;

/** A question as units are compared with it. */
export interface Asked {
  text: string;
  kind: QuestionKind;
  /** How texts in its language say what can be asked. */
  says: QuestionLanguage['says'];
  /** Of its language. */
  leeway: number;
  /** Its terms with their weights: the rarer, the more. */
  terms: ReadonlyMap<string, number>;
  /** Those that name what is asked about, not what is asked of it. */
  key: ReadonlyMap<string, number>;
  /** Neighbouring telling words. */
  pairs: ReadonlyArray<readonly [string, string]>;
  /** Terms between which words count as neighbours in a text too. */
  passedOver: ReadonlySet<string>;
  /** Names of settings, options and functions; in lower case. */
  identifiers: readonly string[];
}

const LEAST_RARITY = 0.05;

export function askedOf(text: string, rarity: Rarity): Asked {
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
    pairs: stems.slice(1).map((second, index) => [stems[index] ?? '', second] as const),
    passedOver: functionTerms(text),
    identifiers: [
      ...new Set([
        ...identifiersIn(text).flatMap(({ name }) => (name === '' ? [] : [name])),
        ...wordsOf(text).filter((word) => /\d/.test(word) && /\p{L}/u.test(word)),
      ]),
    ],
  };
}

/** The share of the terms' weight that a text has. */
export function share(wanted: ReadonlyMap<string, number>, has: (term: string) => boolean): number {
  let found = 0;
  let all = 0;
  for (const [term, weight] of wanted) {
    all += weight;
    if (has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}
