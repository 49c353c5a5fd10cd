import { stemsOf } from '../index/words.ts';

const READS_FIRST_ROUND = 8;
const READS_LATER_ROUND = 4;
const MARKDOWN_LINK = /\[([^\]\n]*)\]\((https?:\/\/[^\s)]+)\)/g;

/** Which sources to read first: what the query names, then the best of each search in turn. */
export function chooseFirst(named: readonly string[], searches: ReadonlyArray<readonly string[]>): string[] {
  const chosen = new Set(named);
  const deepest = Math.max(0, ...searches.map((found) => found.length));
  for (let rank = 0; rank < deepest; rank += 1) {
    for (const found of searches) {
      const url = found[rank];
      if (url !== undefined && chosen.size < READS_FIRST_ROUND) chosen.add(url);
    }
  }
  return [...chosen];
}

export interface VisitedPage {
  finalUrl: string;
  markdown: string;
}

/**
 * Links of visited pages that are worth following: of the same site only, and sharing words with the question. Page text
 * cannot lead elsewhere: a URL that stands on no visited page of its own site is not among the candidates.
 */
export function chooseLinks(pages: readonly VisitedPage[], query: string, alreadyChosen: ReadonlySet<string>): string[] {
  const wanted = new Set(stemsOf(query));
  const scores = new Map<string, number>();
  for (const page of pages) {
    for (const [, text = '', href = ''] of page.markdown.matchAll(MARKDOWN_LINK)) {
      const url = sameSite(href, page.finalUrl);
      if (url === undefined || alreadyChosen.has(url)) continue;
      const score = shared(wanted, `${text} ${decodeURIComponentOrRaw(new URL(url).pathname)}`);
      if (score > 0) scores.set(url, Math.max(score, scores.get(url) ?? 0));
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one).slice(0, READS_LATER_ROUND).map(([url]) => url);
}

function sameSite(href: string, pageUrl: string): string | undefined {
  const url = URL.parse(href);
  if (!url || url.origin !== URL.parse(pageUrl)?.origin) return undefined;
  url.hash = '';
  return url.href;
}

function shared(wanted: ReadonlySet<string>, text: string): number {
  return new Set(stemsOf(text.replaceAll(/[-_/]+/g, ' ')).filter((stem) => wanted.has(stem))).size;
}

function decodeURIComponentOrRaw(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
