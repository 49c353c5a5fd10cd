import { namesIn } from '../../text/names.ts';
import { withoutDates } from '../../dates/dates-in-text.ts';
import { stemsOf } from '../../text/words.ts';
import { measureSameThing, belongToSameEvent, figuresIn, type Figure } from './figures.ts';

// Share of the shorter sentence's words, without numbers, that sentences on the same subject have in common.
const SAME_SUBJECT = 0.6;
const FEWEST_SHARED = 3;

/**
 * Whether two sentences make the same statement with another number or date. Common numbers are ignored. The remaining
 * ones must measure the same thing, judged by adjacent words, and must not belong to different times.
 */
export function contradict(one: string, other: string): boolean {
  if (!haveCompatibleNames(namesOf(one), namesOf(other)) || !haveSameSubject(subjectOf(one), subjectOf(other)))
    return false;
  const [first, second] = [figuresIn(one), figuresIn(other)];
  if (!haveCompatibleNames(first.names, second.names)) return false;
  const times = differences(first.times, second.times, isSameTime);
  const quantities = differences(first.quantities, second.quantities, (a, b) => a.value === b.value);
  const differing = pairsOf(quantities).some(([a, b]) => measureSameThing(a, b));
  if (pairsOf(times).length > 0) return !differing && pairsOf(times).some(([a, b]) => belongToSameEvent(a, b));
  return differing;
}

/** The figures that only one of the two sentences has. */
function differences(
  figures: readonly Figure[],
  others: readonly Figure[],
  isSame: (one: Figure, other: Figure) => boolean,
): [Figure[], Figure[]] {
  return [
    figures.filter((one) => !others.some((other) => isSame(one, other))),
    others.filter((other) => !figures.some((one) => isSame(one, other))),
  ];
}

/** Whether two times are compatible: a day lies in its year. */
function isSameTime(one: Figure, other: Figure): boolean {
  return one.value.startsWith(other.value) || other.value.startsWith(one.value);
}

function pairsOf([figures, others]: [Figure[], Figure[]]): Array<[Figure, Figure]> {
  return figures.flatMap((one) => others.map((other): [Figure, Figure] => [one, other]));
}

function namesOf(sentence: string): Set<string> {
  return new Set(namesIn(withoutMonths(sentence)).flat());
}

/** Whether the names of one sentence include those of the other. */
function haveCompatibleNames(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name)) || [...others].every((name) => names.has(name));
}

function haveSameSubject(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((stem) => others.has(stem)).length;
  return shared >= FEWEST_SHARED && shared / Math.min(words.size, others.size) >= SAME_SUBJECT;
}

const MONTHS = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const withoutMonths = (sentence: string) => sentence.replaceAll(MONTHS, ' ');

function subjectOf(sentence: string): Set<string> {
  return new Set(stemsOf(withoutDates(sentence)).filter((stem) => !/\d/.test(stem)));
}
