// Quotation marks end a URL. So do the full stops and brackets of scripts that put no space after it.
const URL_IN_TEXT = /https?:\/\/[^\s<>"`“”„«»‹›「」『』【】〈〉《》、。，；：！？（）]+/gi;
const PUNCTUATION = /[.,;:!?'’‘…*|]$/;
const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The distinct URLs in a text, byte for byte, without the punctuation of the surrounding sentence. */
export function urlsNamed(text: string): string[] {
  return [...new Set([...text.matchAll(URL_IN_TEXT)].map(([url]) => withoutSentenceEnd(url)))];
}

/** Replaces each URL and the punctuation after it with a space. */
export function withoutUrls(text: string): string {
  return text.replaceAll(URL_IN_TEXT, ' ');
}

/** A closing bracket belongs to a URL that contains the opening one: `/wiki/Mercury_(planet)`. */
function withoutSentenceEnd(url: string): string {
  const unopened = new Map(
    Object.entries(OPENED_BY).map(([closing, opening]) => [closing, count(url, closing) - count(url, opening)]),
  );
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    const surplus = unopened.get(last);
    if (surplus === undefined ? !PUNCTUATION.test(last) : surplus <= 0) break;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
  }
  return url.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
