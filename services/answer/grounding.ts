import { stemsOf, wordsOf } from '../index/words.ts';
import { datesIn, namesIn, numbersIn, withoutDates } from './facts.ts';
import { sentencesOf } from './sentences.ts';

// What a sentence says may be spread over so many sentences of its source.
const SPAN_SENTENCES = 3;
const LEAST_COVERED = 0.75;

/**
 * Whether a source says what a sentence says, as far as words can tell: its numbers, dates and names occur in the source
 * and three quarters of its content words stand together in one span of it that denies nothing which the sentence asserts.
 * Errs on the side of no. @see decisions.md 4
 */
export function supports(sentence: string, sourceText: string): boolean {
  const stems = contentStems(sentence);
  if (stems.length === 0) return false;
  if (!isSubset(datesIn(sentence), datesIn(sourceText))) return false;
  if (!isSubset(numbersIn(withoutDates(sentence)), numbersIn(sourceText))) return false;
  return hasNames(sentence, sourceText) && spansOf(sourceText).some((span) => spanSupports(span, sentence, stems));
}

/** Numbers and dates are compared by what they mean, so as words they do not count. */
function contentStems(sentence: string): string[] {
  return [...new Set(stemsOf(withoutDates(sentence)))].filter((stem) => !/^\d+$/.test(stem));
}

function hasNames(sentence: string, sourceText: string): boolean {
  const names = namesIn(sentence);
  if (names.length === 0) return true;
  const source = ` ${wordsOf(sourceText).join(' ')} `;
  return names.every((words) => source.includes(` ${words.join(' ')} `));
}

/** Neighbouring sentences, each run of one to SPAN_SENTENCES of them. */
function spansOf(text: string): string[][] {
  const sentences = sentencesOf(text);
  return sentences.map((_, start) => sentences.slice(start, start + SPAN_SENTENCES));
}

function spanSupports(span: readonly string[], sentence: string, stems: readonly string[]): boolean {
  if (share(stems, new Set(span.flatMap(stemsOf))) < LEAST_COVERED) return false;
  const closest = span.toSorted((a, b) => share(stems, new Set(stemsOf(b))) - share(stems, new Set(stemsOf(a))))[0] ?? '';
  return isDenial(closest) === isDenial(sentence);
}

function share(stems: readonly string[], found: ReadonlySet<string>): number {
  return stems.filter((stem) => found.has(stem)).length / stems.length;
}

const DENIAL = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b/i;

function isDenial(sentence: string): boolean {
  return DENIAL.test(sentence);
}

function isSubset(wanted: ReadonlySet<string>, given: ReadonlySet<string>): boolean {
  return [...wanted].every((one) => given.has(one));
}
