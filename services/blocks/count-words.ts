const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** In scripts without spaces two characters count as one word. */
export function countWords(text: string): number {
  const spaced = text.match(/\S+/g)?.length ?? 0;
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  return Math.max(spaced, Math.ceil(unspaced / 2));
}
