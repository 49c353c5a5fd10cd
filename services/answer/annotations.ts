import type { AnswerSource } from './answer.ts';

/** A citation in a text. Offsets are UTF-16 code units, as chat SDKs count; the end is exclusive. */
export interface UrlCitation {
  url: string;
  title: string;
  startIndex: number;
  endIndex: number;
}

// An escaped bracket does not start a link.
const LINK = /(?<!\\)\[((?:\\.|[^\\[\]])*)\]\((https?:\/\/[^\s()]+)\)/g;

/** Every link in a cited text to one of its sources, in order. */
export function annotate(text: string, sources: readonly AnswerSource[]): UrlCitation[] {
  const titles = new Map(sources.map(({ url, title }) => [url, title]));
  return Array.from(text.matchAll(LINK)).flatMap(({ 0: link, 2: url = '', index }) => {
    const title = titles.get(url);
    return title === undefined ? [] : [{ url, title, startIndex: index, endIndex: index + link.length }];
  });
}
