const PASSAGE_WORDS = 256;
// A single "sentence" may be a table or a log of any length; the index and a snippet need it in pieces.
const MAX_SENTENCE_CHARACTERS = 2_000;
// For text whose "words" are of any length: keys, addresses, runs of emoji.
const MAX_PASSAGE_CHARACTERS = 4_000;

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts a text into stretches of about 256 words that end at sentences. Trimmed, never blank, in order. */
export function cutPassages(text: string): string[] {
  const passages: string[] = [];
  let current = '';
  let words = 0;
  for (const sentence of sentencesWithSpace(text)) {
    const length = countWords(sentence);
    const isFull = words + length > PASSAGE_WORDS || current.length + sentence.length > MAX_PASSAGE_CHARACTERS;
    if (words > 0 && isFull) {
      passages.push(current.trim());
      current = '';
      words = 0;
    }
    current += sentence;
    words += length;
  }
  passages.push(current.trim());
  return passages.filter((passage) => passage !== '');
}

/** The sentences of a text with the white space that follows them, so that joined they are the text. */
function* sentencesWithSpace(text: string): Generator<string> {
  for (const { segment } of sentenceSegmenter.segment(text)) {
    if (segment.length <= MAX_SENTENCE_CHARACTERS) yield segment;
    else yield* pieces(segment);
  }
}

/** Ends a piece at the last white space before the limit, and never inside a surrogate pair. */
function* pieces(sentence: string): Generator<string> {
  let start = 0;
  while (sentence.length - start > MAX_SENTENCE_CHARACTERS) {
    const end = pieceEnd(sentence, start, start + MAX_SENTENCE_CHARACTERS);
    yield sentence.slice(start, end);
    start = end;
  }
  yield sentence.slice(start);
}

function pieceEnd(sentence: string, start: number, limit: number): number {
  for (let end = limit; end > start + MAX_SENTENCE_CHARACTERS / 2; end -= 1) {
    if (/\s/.test(sentence.charAt(end - 1))) return end;
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(sentence.charAt(limit - 1));
  return splitsPair ? limit - 1 : limit;
}

// Scripts without spaces: two characters count as one word.
function countWords(text: string): number {
  const spaced = text.match(/\S+/g)?.length ?? 0;
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return Math.max(spaced, Math.ceil(unspaced / 2));
}
