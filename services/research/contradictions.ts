import { datesIn, namesIn, numbersIn, withoutDates } from '../answer/facts.ts';
import { stemsOf } from '../index/words.ts';

// Of the words of the shorter sentence, numbers left out: so many shared ones say that both speak of the same thing.
const SAME_MATTER = 0.6;
const FEWEST_SHARED = 3;

/** Whether two sentences say the same thing with another number or date. */
export function contradict(one: string, other: string): boolean {
  const [first, second] = [figuresIn(one), figuresIn(other)];
  if (first.size === 0 || second.size === 0 || [...first].some((figure) => second.has(figure))) return false;
  if (!haveOneSubject(namesOf(one), namesOf(other))) return false;
  const [words, others] = [matterOf(one), matterOf(other)];
  const shared = [...words].filter((stem) => others.has(stem)).length;
  return shared >= FEWEST_SHARED && shared / Math.min(words.size, others.size) >= SAME_MATTER;
}

function figuresIn(sentence: string): Set<string> {
  return new Set([...datesIn(sentence), ...numbersIn(withoutDates(sentence))]);
}

function namesOf(sentence: string): Set<string> {
  return new Set(namesIn(withoutMonths(sentence)).flat());
}

/** One may name more than the other, but neither what the other does not know. */
function haveOneSubject(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name)) || [...others].every((name) => names.has(name));
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
