import { numbersIn } from '../../text/numbers.ts';
import { isStopWord, stemsOf, wordsOf } from '../../text/words.ts';
import type { Evidence } from './evidence.ts';
import type { Field } from './extract-field.ts';

/** The words of a question that tell the subject from others, without names and without the field's own words. */
export interface Distinguishing {
  stems: ReadonlySet<string>;
  /** Whether a sentence without these words can qualify: the question has a name, or no distinguishing word. */
  mayBeAbsent: boolean;
}

const ASKING = new Set(
  'who what when where which how why tell give list find describe name show much many long old high deep large big know about'.split(
    ' ',
  ),
);

/** @param names the words of the names in the question */
export function distinguishing(question: string, field: Field, names: ReadonlySet<string>): Distinguishing {
  const words = wordsOf(question).filter((word) => !isStopWord(word) && !ASKING.has(word) && !names.has(word));
  const stems = words.flatMap(stemsOf).filter((stem) => !field.cues.some((cue) => cue.has(stem)));
  return { stems: new Set(stems), mayBeAbsent: names.size > 0 || stems.length === 0 };
}

/**
 * Selects the sentences about the subject and removes their clauses about other things. For a fetch, "A search costs 5
 * credits and a fetch 1" becomes "and a fetch 1".
 */
export function askedAbout(evidence: readonly Evidence[], { stems, mayBeAbsent }: Distinguishing): Evidence[] {
  const counted = evidence.map((one) => ({
    one,
    held: countHeld(one.stems, stems),
    isTitled: countHeld(one.titleStems, stems) > 0,
  }));
  const most = Math.max(0, ...counted.map(({ held }) => held));
  const about = counted.filter(({ held, isTitled }) => held === most && (most > 0 || mayBeAbsent || isTitled));
  return about.map(({ one }) => ({ ...one, text: clauseAbout(one.text, stems) }));
}

// A comma within a number does not end a clause.
const CLAUSE_END = /(?<=[;,:])\s+|\s+(?=(?:and|but|while|whereas|or)\s)/;

function clauseAbout(text: string, stems: ReadonlySet<string>): string {
  const clauses = numberedClauses(text).map((clause) => ({ clause, held: countHeld(new Set(stemsOf(clause)), stems) }));
  const most = Math.max(...clauses.map(({ held }) => held));
  const best = clauses.filter(({ held }) => held === most);
  return clauses.length > 1 && best.length === 1 && best[0] ? best[0].clause : text;
}

/** Splits a sentence after each part that contains a number. */
function numberedClauses(text: string): string[] {
  const clauses: string[] = [];
  let open = '';
  for (const part of text.split(CLAUSE_END)) {
    open = open === '' ? part : `${open} ${part}`;
    if (numbersIn(part).size === 0) continue;
    clauses.push(open);
    open = '';
  }
  const last = clauses.pop();
  return [...clauses, [last, open].filter((part) => part !== undefined && part !== '').join(' ')];
}

function countHeld(held: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  return [...wanted].filter((stem) => held.has(stem)).length;
}
