import { isStopWord, stemsOf, wordsOf } from '../text/words.ts';
import { namesIn } from '../text/names.ts';
import { datesIn, monthsIn, withoutDates } from '../dates/dates-in-text.ts';
import { withoutDiscourseMarker } from './discourse-markers.ts';
import { saysOpposite } from './opposites.ts';
import { changesLimits, withoutLimits } from './limits.ts';
import { clausesAbout, contradicts, reversesPrefix } from './polarity.ts';
import { changesHeads } from './quantity-heads.ts';
import { hasQuantities, withoutQuantities } from '../text/quantities.ts';
import { sentencesOf } from '../text/sentences.ts';

// A claim may be spread over this many sentences of its source.
const SPAN_SENTENCES = 3;
const LEAST_COVERED = 0.75;

/**
 * Whether a source supports a sentence, as far as words can show. The source must contain the sentence's quantities,
 * dates, ranks, names and first telling word. Three quarters of its content words must occur in one span of the source.
 * That span must not deny an assertion of the sentence, turn a word into its opposite, bound a number differently or
 * count another thing. Discourse markers ("In addition, …") are ignored. Errs on the side of no.
 *
 * @see docs/rules.md#answers
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

/** Numbers and dates are compared by value, so they do not count as words. */
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

/** Ordinals, fractions and multiples; `3rd` becomes `third`. */
function ranksIn(text: string): Set<string> {
  return new Set(
    Array.from(text.matchAll(RANK), ([rank]) => {
      const word = rank.toLowerCase().replace(/^(third|quarter)s$/, '$1');
      return SPELLED_RANKS[Number.parseInt(word, 10) - 1] ?? word;
    }),
  );
}

/** A sentence may start with a word of its own before a name: "Today Vietnam". */
function hasNames(sentence: string, sourceText: string): boolean {
  const names = namesIn(sentence);
  if (names.length === 0) return true;
  const source = ` ${wordsOf(sourceText).join(' ')} `;
  const isIn = (words: readonly string[]) => words.length > 0 && source.includes(` ${words.join(' ')} `);
  const [opening = ''] = wordsOf(sentence);
  return names.every((words) => isIn(words) || (words[0] === opening && isIn([opening]) && isIn(words.slice(1))));
}

// Connectives between sentences are not part of the claim.
const JOINING = new Set(
  'according additionally also although besides consequently conversely currently despite during finally furthermore generally hence however including instead later likewise meanwhile moreover nevertheless nonetheless notably once otherwise overall per recently similarly since specifically still subsequently then therefore though thus today together unlike usually whereas whether yet'.split(
    ' ',
  ),
);

/**
 * Whether the source lacks the sentence's first telling word: most often another subject, which a capital at that
 * position does not show.
 */
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
    reversesPrefix(unbound, unboundSpan, clauses)
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

/** `given` is lazy, because most sentences have nothing to look up in the source. */
function occurIn<T>(wanted: ReadonlySet<T>, given: () => ReadonlySet<T>): boolean {
  if (wanted.size === 0) return true;
  const found = given();
  return [...wanted].every((one) => found.has(one));
}
