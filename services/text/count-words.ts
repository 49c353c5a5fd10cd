const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
// A word of Japanese or Chinese has about two.
const LETTERS_OF_WORD = 2;

/** How long a text is in words, without cutting it: in scripts without spaces by its letters. */
export function countWords(text: string): number {
  const unspaced = text.match(UNSPACED_LETTER)?.length ?? 0;
  return text.split(/\s+/).length + Math.floor(unspaced / LETTERS_OF_WORD);
}
