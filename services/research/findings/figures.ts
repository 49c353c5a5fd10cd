import { datesIn } from '../../dates/dates-in-text.ts';
import { labelOf, unitBeside } from '../../text/number-context.ts';
import { isYear } from '../../dates/years.ts';
import { answeredBy } from '../../structured/fill/field-cues.ts';
import { signedNumbers, type SaidNumber } from '../../text/signed-numbers.ts';
import { stemsOf, wordsOf } from '../../text/words.ts';

/** A number or time in a sentence, with the adjacent words that state its meaning. */
export interface Figure {
  value: string;
  /** Its unit, as returned by `unitOf`. */
  unit: string | undefined;
  /** Stem of the counted noun, or of the measured dimension: `workers`, `deep`. */
  counted: string | undefined;
  /** Stems of the preceding word that is no stop word, and of its dimension: `depth` and `deep`. */
  before: ReadonlySet<string>;
}

export interface Figures {
  quantities: Figure[];
  /**
   * Years, and days as `YYYY-MM-DD`, with the words before them. Without such words, they apply to all other figures.
   */
  times: Figure[];
  /** Numbers that are part of names. */
  names: Set<string>;
}

const NAME_BEFORE_NUMBER =
  /(?:\b(?:number|no\.?|nr\.?|chapter|page|section|room|route|road|highway|phase|lot|pit|unit|version|level|stage|class|type|grade|figure|table|district|line|track)\s|#\s?)$/i;

// A table in one line is not a sentence, and the comparison of its numbers is quadratic.
const LONGEST_SENTENCE = 1_000;

export function figuresIn(text: string): Figures {
  const sentence = text.slice(0, LONGEST_SENTENCE);
  const numbers = signedNumbers(sentence);
  const nameNumbers = numbers.filter(({ before }) => NAME_BEFORE_NUMBER.test(before));
  const otherNumbers = numbers.filter((one) => !nameNumbers.includes(one) && !isYear(one));
  const quantities = otherNumbers.map(figureOf);
  const counted = new Set(quantities.flatMap((figure) => figure.counted ?? []));
  const years = numbers
    .filter((one) => isYear(one) && /^\d{4}$/.test(one.value))
    .map((one) => ({ ...figureOf(one), unit: undefined, counted: undefined, before: wordsOfTime(one, counted) }));
  const days = [...datesIn(sentence)];
  const times = years.map((year) => ({
    ...year,
    value: days.find((day) => day.startsWith(`${year.value}-`)) ?? year.value,
  }));
  return { quantities, times, names: new Set(nameNumbers.map(({ value }) => value)) };
}

function figureOf(number: SaidNumber): Figure {
  const sign = number.mayBe.positive ? '' : '-';
  return {
    value: sign + number.value,
    unit: unitBeside(number),
    counted: labelOf(number)[0],
    before: wordBefore(number),
  };
}

function wordBefore({ before }: SaidNumber): ReadonlySet<string> {
  const clause = before.split(/[,;:(–—]/).at(-1) ?? '';
  const word = wordsOf(clause).findLast((one) => stemsOf(one).length > 0 && !/^\d/.test(one));
  return new Set(word === undefined ? [] : [word, ...answeredBy(word)].flatMap(stemsOf));
}

const IN_DATE =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?\p{L}+\.?,?|\p{L}+\.?\s+\d{1,2}(?:st|nd|rd|th)?,?|(?:early|late|spring|summer|autumn|fall|winter|January|February|March|April|May|June|July|August|September|October|November|December))\s+$/iu;

/** The words that a time belongs to; none if it is the time of a count. */
function wordsOfTime(number: SaidNumber, counted: ReadonlySet<string>): ReadonlySet<string> {
  const words = wordBefore({ ...number, before: number.before.replace(IN_DATE, '') });
  return [...words].some((word) => counted.has(word)) ? new Set() : words;
}

/** Whether two numbers measure the same thing. */
export function measureSameThing(one: Figure, other: Figure): boolean {
  if (one.unit !== other.unit) return false;
  if (one.counted !== undefined && other.counted !== undefined) return one.counted === other.counted;
  return intersect(aspectsOf(one), aspectsOf(other));
}

/** Whether two times belong to the same event. */
export function belongToSameEvent(one: Figure, other: Figure): boolean {
  return intersect(one.before, other.before);
}

function aspectsOf({ counted, before }: Figure): ReadonlySet<string> {
  return counted === undefined ? before : new Set([...before, counted]);
}

function intersect(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((one) => others.has(one));
}
