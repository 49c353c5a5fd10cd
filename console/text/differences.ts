import { sentencesIn } from './sentences.ts';

/** A piece of a text, and whether the other text lacks it. */
export interface ComparedSentence {
  text: string;
  isOwn: boolean;
  /** Whether a line of the text ends with it. */
  endsLine: boolean;
}

/** The sentences of a Markdown text, each told whether the other text holds it, by its words alone. */
export function comparedWith(text: string, other: string): ComparedSentence[] {
  const known = new Set(linesOf(other).flat().map(wordsOnly));
  return linesOf(text).flatMap((sentences) =>
    sentences.map((sentence, place) => ({
      text: sentence,
      isOwn: !known.has(wordsOnly(sentence)),
      endsLine: place === sentences.length - 1,
    })),
  );
}

/** The sentences of each line that has some, without the signs of headings. */
const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => sentencesIn(line.replace(/^#+\s+/, '')))
    .filter((sentences) => sentences.length > 0);

const wordsOnly = (sentence: string) =>
  Array.from(sentence.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word).join(' ');
