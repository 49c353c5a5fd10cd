import { linksIn } from '../../text/markdown/markdown-links.ts';
import { stemsOf } from '../../text/words.ts';
import { decoded } from '../../url/decoded.ts';

const READS_A_FURTHER_QUESTION = 2;
const LINKS_A_ROUND = 4;
// The first results of each planned search precede the results of follow-ups, whose first results precede all others.
const FIRST_OF_PLANNED = 4;
const FIRST_OF_FOLLOWED = 3;

export interface FoundUrls {
  /** URLs in the query. */
  named: readonly string[];
  /** Results of each planned search, best first. */
  planned: ReadonlyArray<readonly string[]>;
  /** Results of each follow-up, best first. */
  followed: ReadonlyArray<readonly string[]>;
}

export interface Reads {
  /** Reads for one question. */
  reads: number;
  /** Number of planned questions. One that is searched in several scopes counts once. */
  questions: number;
}

/**
 * Chooses the sources of the first round: the URLs in the query, then the best of each search in turn, then those of
 * the follow-ups.
 */
export function chooseFirst({ named, planned, followed }: FoundUrls, { reads, questions }: Reads): string[] {
  const most = reads + READS_A_FURTHER_QUESTION * Math.max(0, questions - 1);
  const first = inTurn(planned.map((urls) => urls.slice(0, FIRST_OF_PLANNED)));
  const known = new Set(first);
  const next = inTurn(followed.map((urls) => urls.filter((url) => !known.has(url)).slice(0, FIRST_OF_FOLLOWED)));
  return [...new Set([...named, ...first, ...next, ...inTurn(planned), ...inTurn(followed)])].slice(
    0,
    Math.max(most, named.length),
  );
}

/** Chooses the sources of a later round: the results of its follow-ups, then links. */
export function chooseLater(
  followed: ReadonlyArray<readonly string[]>,
  links: readonly string[],
  alreadyChosen: ReadonlySet<string>,
): string[] {
  const fresh = inTurn(
    followed.map((urls) => urls.filter((url) => !alreadyChosen.has(url)).slice(0, FIRST_OF_FOLLOWED)),
  );
  return [...new Set([...fresh, ...links])];
}

/** Interleaves the lists: the first item of each, then the second of each… */
export function inTurn<T>(lists: ReadonlyArray<readonly T[]>): T[] {
  const deepest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: deepest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
}

export interface VisitedPage {
  finalUrl: string;
  markdown: string;
}

/**
 * Chooses links of visited pages: of the same site only, and with words of the question. Page text cannot lead
 * elsewhere: a URL that no visited page of its own site links to is not a candidate.
 */
export function chooseLinks(
  pages: readonly VisitedPage[],
  query: string,
  alreadyChosen: ReadonlySet<string>,
): string[] {
  const wanted = new Set(stemsOf(query));
  const scores = new Map<string, number>();
  for (const page of pages) {
    for (const { text, url: href } of linksIn(page.markdown)) {
      const url = sameSite(href, page.finalUrl);
      if (url === undefined || alreadyChosen.has(url)) continue;
      const score = shared(wanted, `${text} ${decoded(new URL(url).pathname)}`);
      if (score > 0) scores.set(url, Math.max(score, scores.get(url) ?? 0));
    }
  }
  return [...scores]
    .sort(([, one], [, other]) => other - one)
    .slice(0, LINKS_A_ROUND)
    .map(([url]) => url);
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
