import type { AnyNode, Document, Element } from 'domhandler';
import { findAll } from '../dom/elements.ts';
import { namesOf } from '../dom/names.ts';
import { isOfPosts, type PageKind } from './page-kind.ts';

const SHARE_OF_MAIN = 0.3;
const SHARE_OF_ARTICLE = 0.5;
/** Names promise less than marks. */
const SHARE_OF_NAMED_BODY = 0.6;

/** How much text a node holds. */
export type Weigh = (node: AnyNode) => number;

interface Landmark {
  /** The least share of the page's text. */
  share: number;
  matches: (element: Element) => boolean;
}

const MAIN: Landmark = {
  share: SHARE_OF_MAIN,
  matches: ({ name, attribs }) => name === 'main' || attribs.role === 'main',
};

const BODY: Landmark = {
  share: SHARE_OF_ARTICLE,
  matches: ({ attribs }) => /articlebody/i.test(attribs.itemprop ?? ''),
};

const ARTICLE: Landmark = {
  share: SHARE_OF_ARTICLE,
  matches: ({ name, attribs }) => name === 'article' || attribs.role === 'article',
};

/** The body of an article by the names that blogs and newspapers use. */
const NAMED_BODY: Landmark = {
  share: SHARE_OF_NAMED_BODY,
  matches: (element) => namesOf(element).some(({ words }) => isBodyName(words)),
};

const OF_ARTICLES = new Set(['article', 'post', 'entry', 'story', 'news', 'blog']);
const BODIES = new Set(['body', 'content', 'text', 'copy', 'bodytext']);
const isBodyName = (words: string[]) =>
  words.length === 2 && OF_ARTICLES.has(words[0] ?? '') && BODIES.has(words[1] ?? '');

const LANDMARKS = [BODY, MAIN, ARTICLE];
/** On the page of an article, the main element holds what the site puts below it too. */
const LANDMARKS_OF_ARTICLES = [BODY, NAMED_BODY, ARTICLE, MAIN];

/** In a forum, an article is a single post. */
function landmarksOf(kind: PageKind): Landmark[] {
  if (isOfPosts(kind)) return [MAIN];
  return kind === 'article' ? LANDMARKS_OF_ARTICLES : LANDMARKS;
}

/** The largest of the elements that the page marks as its text, if it holds enough of it. */
export function landmark(root: Document, kind: PageKind, weigh: Weigh): Element | undefined {
  for (const { share, matches } of landmarksOf(kind)) {
    const found = findAll((element) => matches(element), root.children);
    const largest = found.toSorted((a, b) => weigh(b) - weigh(a))[0];
    if (largest && weigh(largest) > 0 && weigh(largest) >= weigh(root) * share) return largest;
  }
  return undefined;
}
