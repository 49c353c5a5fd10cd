import { isStopWord, stemsOf } from '../text/words.ts';
import { isYear } from '../dates/years.ts';
import { signedNumbers, type SaidNumber } from '../text/signed-numbers.ts';

const MOST_WORDS = 3;

/**
 * Whether a number of a sentence counts something that the source counts with another number: "28 employees" for
 * "employees have 28 days". A synonym is not in the source, so it is not a change.
 */
export function changesHeads(sentence: string, span: string): boolean {
  const given = signedNumbers(span);
  const stems = new Set(stemsOf(span));
  return signedNumbers(sentence).some((one) => {
    const own = headOf(one);
    const last = own.at(-1);
    const same = given.filter(({ value }) => value === one.value).map(headOf);
    if (last === undefined || same.length === 0 || !stems.has(last)) return false;
    return same.every((other) => other.length > 0 && !other.includes(last) && !own.includes(other.at(-1) ?? ''));
  });
}

/** The stems of the words right after a number, up to a connective; none for a year. */
function headOf(number: SaidNumber): string[] {
  if (isYear(number)) return [];
  const [phrase = ''] = number.behind.split(/[^\p{L}\s'’-]/u);
  const words = phrase
    .trim()
    .split(/[\s-]+/)
    .slice(0, MOST_WORDS);
  const end = words.findIndex((word) => isStopWord(word.toLowerCase()));
  return stemsOf(words.slice(0, end === -1 ? undefined : end).join(' '));
}
