import { namesIn, withoutDates } from '../../text/facts.ts';
import { stemsOf } from '../../text/words.ts';
import { areAlike, areOfOneDoing, figuresIn, type Figure } from './figures.ts';

// Of the words of the shorter sentence, numbers left out: so many shared ones say that both speak of the same thing.
const SAME_MATTER = 0.6;
const FEWEST_SHARED = 3;

/**
 * Whether two sentences say the same thing with another number or date: what they share of these is left out, and what
 * is left must be of the same thing, by the words beside it, and not of different times.
 */
export function contradict(one: string, other: string): boolean {
  if (!haveOneSubject(namesOf(one), namesOf(other)) || !haveOneMatter(matterOf(one), matterOf(other))) return false;
  const [first, second] = [figuresIn(one), figuresIn(other)];
  if (!haveOneSubject(first.names, second.names)) return false;
  const times = leftOf(first.times, second.times, isSameTime);
  const quantities = leftOf(first.quantities, second.quantities, (a, b) => a.value === b.value);
  const differing = pairsOf(quantities).some(([a, b]) => areAlike(a, b));
  if (pairsOf(times).length > 0) return !differing && pairsOf(times).some(([a, b]) => areOfOneDoing(a, b));
  return differing;
}

/** What each has and the other has not. */
function leftOf(
  figures: readonly Figure[],
  others: readonly Figure[],
  isSame: (one: Figure, other: Figure) => boolean,
): [Figure[], Figure[]] {
  return [
    figures.filter((one) => !others.some((other) => isSame(one, other))),
    others.filter((other) => !figures.some((one) => isSame(one, other))),
  ];
}

/** A day is in its year. */
function isSameTime(one: Figure, other: Figure): boolean {
  return one.value.startsWith(other.value) || other.value.startsWith(one.value);
}

function pairsOf([figures, others]: [Figure[], Figure[]]): Array<[Figure, Figure]> {
  return figures.flatMap((one) => others.map((other): [Figure, Figure] => [one, other]));
}

function namesOf(sentence: string): Set<string> {
  return new Set(namesIn(withoutMonths(sentence)).flat());
}

/** One may name more than the other, but neither what the other does not know. */
function haveOneSubject(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name)) || [...others].every((name) => names.has(name));
}

function haveOneMatter(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((stem) => others.has(stem)).length;
  return shared >= FEWEST_SHARED && shared / Math.min(words.size, others.size) >= SAME_MATTER;
}

const MONTHS = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const withoutMonths = (sentence: string) => sentence.replaceAll(MONTHS, ' ');

function matterOf(sentence: string): Set<string> {
  return new Set(stemsOf(withoutDates(sentence)).filter((stem) => !/\d/.test(stem)));
}

/** Findings in groups: those that contradict each other together, in the place of the first of them; the others alone. */
export function groupContradicting<T extends { text: string }>(findings: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const finding of findings) {
    const group = groups.find((others) => others.some(({ text }) => contradict(text, finding.text)));
    if (group) group.push(finding);
    else groups.push([finding]);
  }
  return groups;
}
