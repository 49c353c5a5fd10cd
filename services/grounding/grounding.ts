import { isStopWord, stemsOf, wordsOf } from '../text/words.ts';
import { datesIn, monthsIn, namesIn, withoutDates } from '../text/facts.ts';
import { withoutDiscourseMarker } from './discourse-markers.ts';
import { saysOpposite } from './opposites.ts';
import { changesLimits, withoutLimits } from './limits.ts';
import { clausesAbout, contradicts, turnsPolarity } from './polarity.ts';
import { changesHeads } from './quantity-heads.ts';
import { hasQuantities, withoutQuantities } from '../text/quantities.ts';
import { sentencesOf } from '../text/sentences.ts';

// What a sentence says may be spread over so many sentences of its source.
const SPAN_SENTENCES = 3;
const LEAST_COVERED = 0.75;

/**
 * Whether a source says what a sentence says, as far as words can tell: its quantities, dates, ranks and names occur in the
 * source, what it begins with does, and three quarters of its content words stand together in one span of it that denies
 * nothing which the sentence asserts, turns no word into its opposite, bounds its numbers alike and counts the same by them. What joins it to others ("In addition, …") is no part of it. Errs on the side of no. @see docs/rules.md#answers
 */
export function supports(written: string, sourceText: string): boolean {
  const sentence = withoutDiscourseMarker(written);
  const stems = contentStems(sentence);
  if (stems.length === 0) return false;
  if (
    !occurIn(datesIn(sentence), () => datesIn(sourceText)) ||
    !occurIn(monthsIn(sentence), () => monthsIn(sourceText))
  )
    return false;
  if (!hasQuantities(withoutDates(sentence), sourceText)) return false;
  if (!occurIn(ranksIn(sentence), () => ranksIn(sourceText))) return false;
  if (!hasNames(sentence, sourceText) || beginsElsewhere(sentence, sourceText)) return false;
  return spansOf(sourceText).some((span) => spanSupports(span, sentence, stems));
}

/** Numbers and dates are compared by what they mean, so as words they do not count. */
function contentStems(sentence: string): string[] {
  return [...new Set(stemsOf(telling(sentence)))].filter((stem) => !/^\d+$/.test(stem));
}

function telling(sentence: string): string {
  const whole = sentence.replaceAll(/\b(?:wo|ca)n['’]t\b/gi, 'not').replaceAll(/n['’]t\b/gi, ' not');
  return withoutQuantities(withoutDates(withoutLimits(whole)));
}

const RANK =
  /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|half|quarter|thirds?|quarters?|twice|double|triple|\d+(?:st|nd|rd|th))\b/gi;
const SPELLED_RANKS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** What says the how-manieth or the how-much-of; `3rd` is `third`. */
function ranksIn(text: string): Set<string> {
  return new Set(
    Array.from(text.matchAll(RANK), ([rank]) => {
      const word = rank.toLowerCase().replace(/^(third|quarter)s$/, '$1');
      return SPELLED_RANKS[Number.parseInt(word, 10) - 1] ?? word;
    }),
  );
}

/** A sentence may begin with a word of its own before a name: "Today Vietnam". */
function hasNames(sentence: string, sourceText: string): boolean {
  const names = namesIn(sentence);
  if (names.length === 0) return true;
  const source = ` ${wordsOf(sourceText).join(' ')} `;
  const isIn = (words: readonly string[]) => words.length > 0 && source.includes(` ${words.join(' ')} `);
  const [opening = ''] = wordsOf(sentence);
  return names.every((words) => isIn(words) || (words[0] === opening && isIn([opening]) && isIn(words.slice(1))));
}

// They join a sentence to another one and are no part of what it says.
const JOINING = new Set(
  'according additionally also although besides consequently conversely currently despite during finally furthermore generally hence however including instead later likewise meanwhile moreover nevertheless nonetheless notably once otherwise overall per recently similarly since specifically still subsequently then therefore though thus today together unlike usually whereas whether yet'.split(
    ' ',
  ),
);

/** Whether its first telling word is none of the source: most often another subject, which a capital there does not show. */
function beginsElsewhere(sentence: string, sourceText: string): boolean {
  const opening = wordsOf(telling(sentence)).find(
    (word) => !isStopWord(word) && !/\d/.test(word) && !JOINING.has(word),
  );
  if (opening === undefined || opening.endsWith('ly')) return false;
  const source = new Set(stemsOf(sourceText));
  return stemsOf(opening).some((stem) => !source.has(stem));
}

/** Neighbouring sentences, each run of one to SPAN_SENTENCES of them. */
function spansOf(text: string): string[][] {
  const sentences = sentencesOf(text);
  return sentences.map((_, start) => sentences.slice(start, start + SPAN_SENTENCES));
}

function spanSupports(span: readonly string[], sentence: string, stems: readonly string[]): boolean {
  if (share(stems, new Set(span.flatMap(stemsOf))) < LEAST_COVERED) return false;
  const [unbound, unboundSpan] = [withoutLimits(sentence), span.map(withoutLimits)];
  const clauses = clausesAbout(stems, unboundSpan);
  if (
    contradicts(clauses, unbound) ||
    saysOpposite(unbound, unboundSpan, clauses) ||
    turnsPolarity(unbound, unboundSpan, clauses)
  )
    return false;
  const whole = span.join(' ');
  return (
    !changesHeads(withoutDates(sentence), withoutDates(whole)) &&
    !changesLimits(withoutDates(sentence), withoutDates(whole))
  );
}

function share(stems: readonly string[], found: ReadonlySet<string>): number {
  return stems.filter((stem) => found.has(stem)).length / stems.length;
}

/** What most sentences have none of need not be looked for in the source. */
function occurIn<T>(wanted: ReadonlySet<T>, given: () => ReadonlySet<T>): boolean {
  if (wanted.size === 0) return true;
  const found = given();
  return [...wanted].every((one) => found.has(one));
}
