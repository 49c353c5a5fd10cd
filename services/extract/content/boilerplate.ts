import { isComment, isDirective, isTag, type ChildNode, type Document, type Element } from 'domhandler';
import { findOne, removeElement } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { namesOf, type Name } from '../dom/names.ts';
import { isOfPosts, type PageKind } from './page-kind.ts';
import { NOTHING, type Measures, type TextMeasure } from '../dom/text-measure.ts';

const wordsOf = (text: string) => new Set(text.split(/\s+/));

/** Never content. */
const DROPPED_TAGS = wordsOf(
  'head title script style template svg iframe object embed canvas audio video map link meta base button input select ' +
    'textarea option datalist nav noscript',
);

/** Boilerplate unless much of the page is within: some pages wrap all that they have in one of these. */
const DOUBTFUL_TAGS = wordsOf('form fieldset header menu footer aside dialog');

const DROPPED_ROLES = wordsOf(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip tablist button',
);

/** As the whole of a class or id, or as its first or last word. */
const BOILERPLATE_WORDS = wordsOf(
  'nav navbar navigation menu sidebar footer masthead breadcrumb breadcrumbs crumb crumbs cookie cookies consent gdpr ' +
    'share sharing social recommend recommended recommendation recommendations newsletter subscribe subscription ' +
    'signup promo advert advertisement ad ads sponsor sponsored popup banner pagination pager skip toolbar ' +
    'tooltip dropdown login byline trending popular copyright modal tags keywords minicart cart wishlist ' +
    'facet facets filters swatch swatches lightbox offcanvas paywall sitemap flyout disclaimer',
);

/** As the first word: later in a name it says where something is put. */
const BOILERPLATE_FIRST_WORDS = wordsOf('widget textwidget header');

/** Anywhere in a name, with any ending. */
const BOILERPLATE_STEMS =
  /^(related|sharedaddy|addtoany|sociable|shariff|newsletter|breadcrumb|recirc|outbrain|taboola|disqus|adsbygoogle)/;

/** What readers wrote below a text. The posts of a forum are called the same. */
const COMMENT_STEMS = /^(comments?$|commentlist|commentform|respond$|nocomments)/;

/** What a forum says about who wrote. */
const POSTER_WORDS = wordsOf(
  'signature userinfo usercard profile postprofile poster avatar reputation extras usertitle',
);

/** Longer ones hold the post too. */
const LONGEST_POSTER = 300;

/** As the whole only: within longer names these mean something else (`overflow-hidden`, `table-print`). */
const BOILERPLATE_NAMES = wordsOf(
  'hidden modal overlay print noprint toc tag sr-only visually-hidden screen-reader-text screen-reader side-bar sign-up author-bio ' +
    'author-box post-author about-author read-more more-from also-like backtotop back-to-top header entry-meta post-meta mw-editsection',
);

/** Before a word that says what the element has or lacks, not what it is (`has-sidebar`). */
const ABOUT_OTHERS = wordsOf('no has with without is show hide');

/** Elements that hold a larger share of the page's running text are not boilerplate, under any class name. */
const LARGEST_SHARE = 0.4;
const LARGEST_SHARE_OF_COMMENTS = 0.8;

export interface BoilerplateOptions {
  /** Of the tree before anything is taken out. */
  measures: Measures;
  kind: PageKind;
  /** Without it names mean nothing: only tags, roles and what is hidden count. */
  isByName: boolean;
}

interface Page extends BoilerplateOptions {
  whole: TextMeasure;
  /** What the page marks as its text, however short beside the comments. */
  article: Element | undefined;
}

/** The body of an article, as blogs name it. */
const BODY_NAMES = new Set([
  'entry-content',
  'post-content',
  'article-content',
  'article-body',
  'post-body',
  'wp-block-post-content',
]);
const SHORTEST_BODY = 20;

function articleIn(root: Document | Element, measures: Measures): Element | undefined {
  const isBody = (element: Element) =>
    element.attribs.itemprop?.toLowerCase() === 'articlebody' ||
    namesOf(element).some(({ whole }) => BODY_NAMES.has(whole));
  const bodies = findAll(
    (element) => isBody(element) && (measures.get(element) ?? NOTHING).text >= SHORTEST_BODY,
    root.children,
  );
  return bodies.find((body) => !isWithinComments(body));
}

function isWithinComments(element: Element): boolean {
  for (
    let parent: Element | undefined = element;
    parent;
    parent = parent.parent && isTag(parent.parent) ? parent.parent : undefined
  ) {
    if (namesOf(parent).some(isComments)) return true;
  }
  return false;
}

function isAround(element: Element, inner: Element): boolean {
  for (let parent = inner.parent; parent; parent = parent.parent) if (parent === element) return true;
  return element === inner;
}

/** Takes out of the tree what is no main content by its tag, role, state or name. */
export function dropBoilerplate(root: Document | Element, options: BoilerplateOptions): void {
  const page: Page = {
    ...options,
    whole: options.measures.get(root) ?? NOTHING,
    article: articleIn(root, options.measures),
  };
  const visit = (node: ChildNode): void => {
    if (isComment(node) || isDirective(node)) return removeElement(node);
    if (!isTag(node)) return;
    if (isBoilerplate(node, page)) return removeElement(node);
    // What colours code is named after what the code is: comment, tag, title.
    if (node.name === 'pre' || node.name === 'math') return;
    for (const child of node.children.slice()) visit(child);
  };
  for (const child of root.children.slice()) visit(child);
}

function isBoilerplate(element: Element, page: Page): boolean {
  const { name, attribs } = element;
  if (DROPPED_TAGS.has(name)) return !isMathScript(element);
  if (name === 'html' || name === 'body' || name === 'main' || name === 'pre') return false;
  const allNames = namesOf(element);
  const names = page.isByName ? allNames : [];
  if (
    allNames.some(isComments) &&
    page.kind !== 'forum' &&
    page.article !== undefined &&
    !isAround(element, page.article)
  )
    return true;
  if (names.some(isComments) && page.kind !== 'forum') return shareOf(element, page) < LARGEST_SHARE_OF_COMMENTS;
  const isNamed =
    isHidden(attribs) ||
    DROPPED_ROLES.has(attribs.role?.toLowerCase() ?? '') ||
    (name !== 'article' && names.some(isBoilerplateName));
  const isPoster =
    isOfPosts(page.kind) && names.some(isPosterName) && (page.measures.get(element) ?? NOTHING).text < LONGEST_POSTER;
  if (!isNamed && !isPoster && !DOUBTFUL_TAGS.has(name)) return false;
  if (name === 'header' && isWithin(element, ['article', 'main', 'blockquote', 'figure'])) return false;
  if (name === 'footer' && isWithin(element, ['blockquote', 'figure'])) return false;
  if (name === 'header' && !isNamed && isOfText(element, page)) return false;
  return shareOf(element, page) < LARGEST_SHARE;
}

const SHORTEST_LEAD = 80;

/** A header with a heading and sentences is that of the text, not of the site. */
function isOfText(header: Element, { measures }: Page): boolean {
  const { links, prose } = measures.get(header) ?? NOTHING;
  return prose >= SHORTEST_LEAD && links < prose && findOne(({ name }) => name === 'h1', header.children) !== null;
}

/** Part of the page's running text; on pages without much of it, of all text. */
function shareOf(element: Element, { measures, whole, kind }: Page): number {
  const { text, prose } = measures.get(element) ?? NOTHING;
  return kind === 'listing' || whole.prose === 0 ? text / Math.max(1, whole.text) : prose / whole.prose;
}

/** Formulas as MathJax keeps them in the page. */
const isMathScript = ({ name, attribs }: Element) =>
  name === 'script' && /^math\/(tex|asciimath)/i.test(attribs.type ?? '');

function isHidden({ hidden, style = '', 'aria-hidden': ariaHidden }: Record<string, string>): boolean {
  return hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

const isComments = ({ words }: Name) =>
  words.some((word) => COMMENT_STEMS.test(word)) && !ABOUT_OTHERS.has(words[0] ?? '');

const isPosterName = ({ words }: Name) =>
  words.some((word) => POSTER_WORDS.has(word)) && !ABOUT_OTHERS.has(words[0] ?? '');

function isBoilerplateName({ whole, words }: Name): boolean {
  if (BOILERPLATE_NAMES.has(whole)) return true;
  if (ABOUT_OTHERS.has(words.at(-2) ?? '')) return false;
  const first = words[0] ?? '';
  if (BOILERPLATE_WORDS.has(first) || BOILERPLATE_WORDS.has(words.at(-1) ?? '') || BOILERPLATE_FIRST_WORDS.has(first))
    return true;
  return words.some((word) => BOILERPLATE_STEMS.test(word));
}

function isWithin(element: Element, names: string[]): boolean {
  for (let parent = element.parent; parent; parent = parent.parent) {
    if (isTag(parent) && names.includes(parent.name)) return true;
  }
  return false;
}
