import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { largest } from '../dom/largest.ts';
import { namesOf } from '../dom/names.ts';
import type { TextMeasure } from '../dom/text-measure.ts';

/**
 * The structure of a page: a text that the page declares to be an article, another single text, posts by several
 * people, a question with its answers (whose comments are an aside, as below an article), or entries that link
 * elsewhere.
 */
export type PageKind = 'article' | 'text' | 'documentation' | 'forum' | 'questions' | 'listing';

/** Whether the content has several authors. */
export const isOfPosts = (kind: PageKind) => kind === 'forum' || kind === 'questions';

/** Whether the content is a single text that is not code. */
export const isOneText = (kind: PageKind) => kind === 'article' || kind === 'text';

const STATED_TYPE = /"@type"\s*:\s*"(DiscussionForumPosting|QAPage)"/;
const ITEM_TYPE = /(DiscussionForumPosting|QAPage)$/;
const FORUM_PATHS =
  /\/(forums?|threads?|topics?|t|showtopic[\w-]*|viewtopic|showthread|questions?|discussions?|community)\b|[?&](topic|thread)=/i;
const FORUM_HOSTS = /\b(forums?|community|discuss|bbs|answers)\b/i;
const POSTS = /(post|message|comment|reply|answer)s?$/;
const FEWEST_POSTS = 3;

/** A page with a smaller share of prose is a list of entries, not a text. */
const PROSE_OF_TEXTS = 0.2;
const CODE_OF_DOCUMENTATION = 3;

/** Classifies a page by its metadata, then by its structure. */
export function kindOf(elements: readonly Element[], url: string, { text, prose }: TextMeasure): PageKind {
  const stated = statedType(elements);
  if (stated) return stated === 'QAPage' ? 'questions' : 'forum';
  if (isForum(elements, url)) return 'forum';
  const isArticle = isDeclaredArticle(elements, url);
  if (prose < text * PROSE_OF_TEXTS && !isArticle) return 'listing';
  const blocks = elements.filter(({ name }) => name === 'pre').length;
  if (blocks >= CODE_OF_DOCUMENTATION) return 'documentation';
  return isArticle ? 'article' : 'text';
}

function isForum(elements: readonly Element[], url: string): boolean {
  const place = URL.parse(url);
  if (!place || !(FORUM_PATHS.test(place.pathname + place.search) || FORUM_HOSTS.test(place.hostname))) return false;
  return countPosts(elements) >= FEWEST_POSTS;
}

/** The kind of posts that the page declares. */
function statedType(elements: readonly Element[]): string | undefined {
  for (const element of elements) {
    const stated = isJsonLd(element)
      ? STATED_TYPE.exec(textContent(element))
      : ITEM_TYPE.exec(element.attribs.itemtype ?? '');
    if (stated) return stated[1];
  }
  return undefined;
}

const ARTICLE_TYPE =
  /"@type"\s*:\s*(?:\[\s*(?:"\w+"\s*,\s*)*)?"(?:\w*Article|BlogPosting|LiveBlogPosting|Report|Review)"/;
const ARTICLE_ITEM = /schema\.org\/(?:\w*Article|BlogPosting)$/;

/** Whether the page declares that it is one article. Home pages declare it too, as their site's template does. */
function isDeclaredArticle(elements: readonly Element[], url: string): boolean {
  if (URL.parse(url)?.pathname === '/') return false;
  if (
    elements.some(
      (element) => isOpenGraphArticle(element) || (isJsonLd(element) && ARTICLE_TYPE.test(textContent(element))),
    )
  )
    return true;
  return elements.filter(({ attribs }) => ARTICLE_ITEM.test(attribs.itemtype ?? '')).length === 1;
}

const isOpenGraphArticle = ({ name, attribs: { property, name: key, content = '' } }: Element) =>
  name === 'meta' && (property ?? key)?.toLowerCase() === 'og:type' && /^(?:article|blog|news)/i.test(content);

const isJsonLd = ({ name, attribs }: Element) => name === 'script' && /ld\+json/i.test(attribs.type ?? '');

/** The largest number of siblings with names of posts. */
function countPosts(elements: readonly Element[]): number {
  const posts = elements.filter((element) =>
    namesOf(element).some(({ words }) => words.some((word) => POSTS.test(word))),
  );
  const bySiblings = Map.groupBy(posts, ({ parent }) => parent);
  return largest(Array.from(bySiblings.values(), (siblings) => siblings.length));
}
