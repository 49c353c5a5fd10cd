import { isStopWord, stemsOf, wordsOf } from '../text/words.ts';
import { signedNumbers, type SaidNumber } from '../text/signed-numbers.ts';

/** How a number bounds the counted quantity. */
type Limit = 'exact' | 'least' | 'most' | 'over' | 'under';

const SIGN = String.raw`\s+(?:an?\s+|the\s+)?(?:us\$|[$€£¥₹])?\s?$`;
// Order matters: "no more than" contains "more than".
const BEFORE: ReadonlyArray<[Limit, RegExp]> = [
  ['least', new RegExp(String.raw`\b(?:at least|(?:no|not) (?:less|fewer) than|minimum(?: of)?)${SIGN}`, 'i')],
  [
    'most',
    new RegExp(
      String.raw`\b(?:at most|(?:no|not) more than|up to|as (?:many|much) as|maximum(?: of)?|not exceed(?:ing)?|limit(?:ed)? (?:of|to))${SIGN}`,
      'i',
    ),
  ],
  [
    'over',
    new RegExp(
      String.raw`\b(?:more than|over|above|exceed(?:s|ed|ing)?|upwards? of|greater than|higher than)${SIGN}`,
      'i',
    ),
  ],
  ['under', new RegExp(String.raw`\b(?:less than|fewer than|under|below|lower than)${SIGN}`, 'i')],
];
const BEHIND: ReadonlyArray<[Limit, RegExp]> = [
  ['least', /^\s?(?:%|[\p{L}]+\s+){0,2}\s?or (?:more|over|above|longer|older)\b/iu],
  ['most', /^\s?(?:%|[\p{L}]+\s+){0,2}\s?or (?:less|fewer|under|below|shorter|younger)\b/iu],
  ['least', /^\s?(?:%|[\p{L}]+)?\s?(?:at least|minimum)\b/iu],
  ['most', /^\s?(?:%|[\p{L}]+)?\s?(?:at most|maximum)\b/iu],
];
// A duration, not a lower bound.
const OVER_TIME = /^\s?(?:second|minute|hour|day|week|month|year|decade)s?\b/i;
/** The bounds in a source that support a bound in a sentence, beside the same one. */
const IMPLIED: Readonly<Record<Limit, readonly Limit[]>> = {
  exact: [],
  least: ['over'],
  most: ['under'],
  over: [],
  under: [],
};

const ANY_BEFORE =
  /\b(?:(?:no|not) (?:less|fewer|more) than|(?:an?\s+)?(?:minimum|maximum) of|(?:more|less|fewer|greater|higher|lower) than|at (?:least|most)|up to|as (?:many|much) as|over|above|under|below)(?=\s+(?:an?\s+|the\s+)?(?:us\$|[$€£¥₹])?\s?\d)/giu;
const ANY_BEHIND =
  /(?<=\d(?:[\s-]?(?:%|\p{L}+)){0,2}\s)or (?:more|less|fewer|over|under|above|below|longer|shorter|older|younger)\b/giu;

/** A text without words that only bound its numbers: they deny nothing and have no opposites. */
export function withoutLimits(text: string): string {
  return text.replaceAll(ANY_BEFORE, ' ').replaceAll(ANY_BEHIND, ' ');
}

/** Whether a sentence adds, changes or omits the source's bound on a number, or says "only" without the source. */
export function changesLimits(sentence: string, span: string): boolean {
  const given = signedNumbers(span);
  const changesNumber = signedNumbers(sentence).some((one) => {
    const same = given.filter(({ value }) => value === one.value).map(limitOf);
    const limit = limitOf(one);
    return same.length > 0 && !same.some((other) => other === limit || IMPLIED[limit].includes(other));
  });
  return changesNumber || limitsMore(sentence, span);
}

function limitOf({ before, behind }: Pick<SaidNumber, 'before' | 'behind'>): Limit {
  const found =
    BEFORE.find(([, pattern]) => pattern.test(before)) ?? BEHIND.find(([, pattern]) => pattern.test(behind));
  return found === undefined || (found[0] === 'over' && /\bover\s+$/i.test(before) && OVER_TIME.test(behind))
    ? 'exact'
    : found[0];
}

const ONLY = /(?<!\bnot\s)\b(?:only|solely|exclusively|merely|just(?=\s+[$€£]?\d))\b/giu;
// These mean "only" before any word.
const ALSO_ONLY = /\b(?:sole|no (?:other|one else)|none but|nothing but|alone)\b/i;
const MOST_WORDS = 4;

/** Whether a sentence says "only" where the source does not, or of another thing. Omitting an "only" is harmless. */
function limitsMore(sentence: string, span: string): boolean {
  const said = limitedBy(sentence);
  if (said.length === 0 || ALSO_ONLY.test(span)) return false;
  const given = limitedBy(span).flat();
  return said.some(([first]) => given.length === 0 || (first !== undefined && !given.includes(first)));
}

/** For each "only", the stems of the words after it, or of those before it at the end of a clause. */
function limitedBy(text: string): string[][] {
  return Array.from(text.matchAll(ONLY), ({ 0: only, index }) => {
    const [clause = ''] = text.slice(index + only.length).split(/[.;:,]\s|[.;:,]$/);
    const behind = telling(clause).slice(0, MOST_WORDS);
    return behind.length > 0 ? behind : telling(text.slice(0, index)).slice(-1);
  });
}

const telling = (text: string) =>
  wordsOf(text)
    .filter((word) => !isStopWord(word))
    .flatMap(stemsOf);
