const WORD = /[\p{L}\p{N}]+/gu;
// A full stop within a figure or a name (`3.5`, `example.com`) ends nothing.
const SENTENCE = /(?:[^.!?。！？]|[.!?](?=\S))+[.!?。！？]*/gu;

/** In their order, without the space around them. */
export const sentencesIn = (text: string): string[] =>
  Array.from(text.matchAll(SENTENCE), ([found]) => found.trim()).filter((sentence) => sentence !== '');

/** The sentence of a source that is closest to a claim, as it stands there; undefined if none shares a word with it. */
export function closestSentence(source: string, claim: string): string | undefined {
  let best: { sentence: string; closeness: number } | undefined;
  for (const sentence of sentencesIn(source)) {
    const found = closeness(sentence, claim);
    if (found > (best?.closeness ?? 0)) best = { sentence, closeness: found };
  }
  return best?.sentence;
}

/** Share of words in common, from 0 to 1; a long text is not close by its length alone. */
export function closeness(one: string, other: string): number {
  const [words, wanted] = [wordsOf(one), wordsOf(other)];
  const common = [...wanted].filter((word) => words.has(word)).length;
  return common / Math.sqrt(Math.max(wanted.size * words.size, 1));
}

const wordsOf = (text: string) => new Set(Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word));
