import { monthNumber } from './months.ts';
import { isStopWord, wordsOf } from './words.ts';

const NAME =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\d'’.-]*(?:\s+(?:(?:of|de|van|von|der|la|the)\s+)?\p{Lu}[\p{L}\p{M}\d'’.-]*)*/gu;

/** The names in a sentence, each as its folded words. A capital only at the very beginning does not make a name. */
export function namesIn(sentence: string): string[][] {
  return Array.from(sentence.matchAll(NAME), (match) =>
    nameWords(match[0], startsSentence(sentence, match.index)),
  ).filter((words) => words.length > 0);
}

function nameWords(name: string, first: boolean): string[] {
  const words = wordsOf(name.replaceAll(/['’]s\b/g, ''));
  const [opening = ''] = words;
  // "The", "In 1999", "However": capitalised by position. "Marie Curie was" is a name even there; a single word may be
  // anything.
  if (first && isStopWord(opening)) return words.slice(1).filter((word) => !isStopWord(word));
  if (first && words.length === 1) return [];
  return words.every((word) => monthNumber(word) > 0) ? [] : words;
}

function startsSentence(sentence: string, index: number): boolean {
  return /^[\s"'“‘([*#`-]*$/.test(sentence.slice(0, index));
}
