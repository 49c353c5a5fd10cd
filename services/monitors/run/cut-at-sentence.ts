// A sentence that is longer than this share of all is cut in the middle.
const LEAST_KEPT = 0.5;
const SENTENCE_END = /[.!?。！？]["'”’)\]]*(?=\s)|[。！？]|\n\n/g;

/** The beginning of a text, at most so many bytes of UTF-8, ending where a sentence does. */
export function cutAtSentence(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const beginning = wholeCharacters(Buffer.from(text).subarray(0, maxBytes));
  let end = 0;
  for (const match of beginning.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end >= beginning.length * LEAST_KEPT ? beginning.slice(0, end).trimEnd() : beginning;
}

/** Without the bytes of a character that was cut through. */
function wholeCharacters(bytes: Buffer): string {
  const text = bytes.toString();
  return text.endsWith('\uFFFD') ? text.replace(/\uFFFD+$/, '') : text;
}
