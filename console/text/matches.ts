const WORD = /[\p{L}\p{N}]+/gu;
const SHORTEST = 3;
/** Forms of a word differ in their last letters: `policy`, `policies`. */
const ENDING = 3;
const LEAST = 4;
/** Words of questions that tell nothing of their subject. */
const ASKING = new Set(
  'the and for are was were has have had does did with what which who whom whose when where why how many much that this there from into about can may must will would should'.split(
    ' ',
  ),
);

/** Which words of a query a text holds, in any form, and which it lacks. */
export function matchedWords(query: string, text: string): { held: string[]; lacked: string[] } {
  const asked = [...new Set(wordsOf(query))].filter((word) => word.length >= SHORTEST && !ASKING.has(word));
  const words = new Set(wordsOf(text).map(beginning));
  return {
    held: asked.filter((word) => words.has(beginning(word))),
    lacked: asked.filter((word) => !words.has(beginning(word))),
  };
}

const wordsOf = (text: string) => Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word);

const beginning = (word: string) => word.slice(0, Math.max(LEAST, word.length - ENDING));
