import { isComment, isDirective, isTag, type ChildNode, type Document, type Element } from 'domhandler';
import { findOne, removeElement } from 'domutils';
import { findAll, isAround } from '../dom/elements.ts';
import { namesOf, type Name } from '../dom/names.ts';
import { openingSection } from './opening-section.ts';
import { isOfPosts, type PageKind } from './page-kind.ts';
import { EMPTY_MEASURE, type Measures, type TextMeasure } from '../dom/text-measure.ts';

const wordsOf = (text: string) => new Set(text.split(/\s+/));

/** Elements that are never content. */
const DROPPED_TAGS = wordsOf(
  'head title script style template svg iframe object embed canvas audio video map link meta base button input select ' +
    'textarea option datalist nav noscript rt rp rtc',
);

/** Boilerplate unless it holds much of the page: some pages wrap their whole content in one of these. */
const DOUBTFUL_TAGS = wordsOf('form fieldset header menu footer aside dialog');

const DROPPED_ROLES = wordsOf(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip tablist button',
);

/** Matches a whole class or id, or its first or last word. */
const BOILERPLATE_WORDS = wordsOf(
  'nav navbar navigation menu sidebar footer masthead breadcrumb breadcrumbs crumb crumbs cookie cookies consent gdpr ' +
    'share sharing social recommend recommended recommendation recommendations newsletter subscribe subscription ' +
    'signup promo advert advertisement ad ads sponsor sponsored popup banner pagination pager skip toolbar ' +
    'tooltip dropdown login byline trending popular copyright modal tags keywords minicart cart wishlist ' +
    'facet facets filters swatch swatches lightbox offcanvas paywall sitemap flyout disclaimer',
);

/** Matches only the first word: later in a name it describes a position. */
const BOILERPLATE_FIRST_WORDS = wordsOf('widget textwidget header');

/** Matches anywhere in a name, with any ending. */
const BOILERPLATE_STEMS =
  /^(related|sharedaddy|addtoany|sociable|shariff|newsletter|breadcrumb|recirc|outbrain|taboola|disqus|adsbygoogle)/;

/** Reader comments below a text. Forums use the same names for their posts. */
const COMMENT_STEMS = /^(comments?$|commentlist|commentform|respond$|nocomments)/;

/** A forum's notes about the author of a post. */
const POSTER_WORDS = wordsOf(
  'signature userinfo usercard profile postprofile poster avatar reputation extras usertitle',
);

/** In characters. A longer element holds the post too. */
const LONGEST_POSTER = 300;

/** Matches only the whole name: in longer names these words mean something else (`overflow-hidden`, `table-print`). */
const BOILERPLATE_NAMES = wordsOf(
  'hidden modal overlay print noprint toc tag sr-only visually-hidden screen-reader-text screen-reader side-bar sign-up author-bio ' +
    'author-box post-author about-author read-more more-from also-like backtotop back-to-top header entry-meta post-meta mw-editsection',
);

/** The word after one of these names a property of the element, not the element itself (`has-sidebar`). */
const ABOUT_OTHERS = wordsOf('no has with without is show hide');

/** An element with a larger share of the page's running text is not boilerplate, whatever its class name. */
const LARGEST_SHARE = 0.4;
const LARGEST_SHARE_OF_COMMENTS = 0.8;

export interface BoilerplateOptions {
  /** Measured before anything is removed from the tree. */
  measures: Measures;
  kind: PageKind;
  /** If false, names are ignored: only tags, roles and hidden states count. */
  isByName: boolean;
}

interface Page extends BoilerplateOptions {
  whole: TextMeasure;
  /** The element that the page marks as its text, even if it is shorter than the comments. */
  article: Element | undefined;
}

/** The body of an article, by the class names that blogs use. */
const BODY_NAMES = new Set([
  'entry-content',
  'post-content',
  'article-content',
  'article-body',
  'post-body',
  'wp-block-post-content',
]);
/** Most elements of a page need no closer look. */
const MAY_BE_BODY = /entry|post|article/i;
const SHORTEST_BODY = 20;

function articleIn(root: Document | Element, measures: Measures): Element | undefined {
  const isBody = (element: Element) =>
    element.attribs.itemprop?.toLowerCase() === 'articlebody' ||
    (MAY_BE_BODY.test(element.attribs.class ?? element.attribs.id ?? '') &&
      namesOf(element).some(({ whole }) => BODY_NAMES.has(whole)));
  const bodies = findAll(
    (element) => isBody(element) && (measures.get(element) ?? EMPTY_MEASURE).text >= SHORTEST_BODY,
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

/** Removes elements that are not main content, judged by tag, role, state or name. */
export function dropBoilerplate(root: Document | Element, options: BoilerplateOptions): void {
  const page: Page = {
    ...options,
    whole: options.measures.get(root) ?? EMPTY_MEASURE,
    article: articleIn(root, options.measures),
  };
  const visit = (node: ChildNode): void => {
    if (isComment(node) || isDirective(node)) return removeElement(node);
    if (!isTag(node)) return;
    if (isBoilerplate(node, page)) return removeElement(node);
    // Highlighters name the parts of code by their meaning: comment, tag, title.
    if (node.name === 'pre' || node.name === 'math') return;
    for (const child of node.children.slice()) visit(child);
  };
  for (const child of root.children.slice()) visit(child);
}

function isBoilerplate(element: Element, page: Page): boolean {
  const { name, attribs } = element;
  if (DROPPED_TAGS.has(name)) return !isMathScript(element);
  if (name === 'html' || name === 'body' || name === 'main' || name === 'pre') return false;
  if (isSiteNotice(element, page)) return true;
  const allNames = namesOf(element);
  const names = page.isByName ? allNames : [];
  if (
    allNames.some(isComments) &&
    page.kind !== 'forum' &&
    page.article !== undefined &&
    !isAround(element, page.article)
  )
    return true;
  if (page.kind === 'article' && isMarkedComment(attribs)) return true;
  if (names.some(isComments) && page.kind !== 'forum') return shareOf(element, page) < LARGEST_SHARE_OF_COMMENTS;
  const isNamed =
    isHidden(attribs) ||
    DROPPED_ROLES.has(attribs.role?.toLowerCase() ?? '') ||
    (name !== 'article' && names.some(isBoilerplateName));
  const isPoster =
    isOfPosts(page.kind) &&
    names.some(isPosterName) &&
    (page.measures.get(element) ?? EMPTY_MEASURE).text < LONGEST_POSTER;
  if (!isNamed && !isPoster && !DOUBTFUL_TAGS.has(name)) return false;
  if (name === 'header' && isWithin(element, ['article', 'main', 'blockquote', 'figure'])) return false;
  if (name === 'footer' && isWithin(element, ['blockquote', 'figure'])) return false;
  if (name === 'header' && !isNamed && isOfText(element, page)) return false;
  if (openingSection(element, page.measures).length > 0) return false;
  return shareOf(element, page) < LARGEST_SHARE;
}

/** In characters. With less beside it, a notice on cookies may be what the page is about. */
const LEAST_BESIDE_NOTICE = 150;
const MAY_BE_NOTICE = /cookie|gdpr|ccpa|onetrust|browse/i;
const COOKIES = /^cookies?$/;
const OF_NOTICES = wordsOf(
  'notice banner consent bar popup modal message info overlay dialog law layer warning alert hint',
);
const NOTICES = wordsOf('gdpr ccpa onetrust cookiebot cookieconsent browsehappy browserupgrade');

/** A notice on cookies or on the browser, however much of the page's text it has. */
function isSiteNotice(element: Element, { measures, whole }: Page): boolean {
  const { class: classes = '', id = '' } = element.attribs;
  if (!(MAY_BE_NOTICE.test(classes) || MAY_BE_NOTICE.test(id)) || !namesOf(element).some(isNoticeName)) return false;
  return whole.prose - (measures.get(element) ?? EMPTY_MEASURE).prose >= LEAST_BESIDE_NOTICE;
}

const SHORTEST_LEAD = 80;

/** A header with a heading and sentences belongs to the text, not to the site. */
function isOfText(header: Element, { measures }: Page): boolean {
  const { links, prose } = measures.get(header) ?? EMPTY_MEASURE;
  return prose >= SHORTEST_LEAD && links < prose && findOne(({ name }) => name === 'h1', header.children) !== null;
}

/** Share of the page's running text; on pages with little of it, share of all text. */
function shareOf(element: Element, { measures, whole, kind }: Page): number {
  const { text, prose } = measures.get(element) ?? EMPTY_MEASURE;
  return kind === 'listing' || whole.prose === 0 ? text / Math.max(1, whole.text) : prose / whole.prose;
}

/** Formulas that MathJax stores in the page. */
const isMathScript = ({ name, attribs }: Element) =>
  name === 'script' && /^math\/(tex|asciimath)/i.test(attribs.type ?? '');

function isHidden({ hidden, style = '', 'aria-hidden': ariaHidden }: Record<string, string>): boolean {
  return hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

const isComments = ({ words }: Name) =>
  words.some((word) => COMMENT_STEMS.test(word)) && !ABOUT_OTHERS.has(words[0] ?? '');

/** A comment by the vocabulary of schema.org. */
const isMarkedComment = ({ itemprop = '', itemtype = '' }: Record<string, string>) =>
  /^comments?$/i.test(itemprop) || /schema\.org\/(?:User)?Comments?$/.test(itemtype);

const isNoticeName = ({ words }: Name) =>
  words.some((word, place) => NOTICES.has(word) || (COOKIES.test(word) && OF_NOTICES.has(words[place + 1] ?? '')));

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
