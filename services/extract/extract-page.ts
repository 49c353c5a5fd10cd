import type { Document, Element } from 'domhandler';
import { cleanHtml } from './extras/clean-html.ts';
import { readExtras, type PageExtra } from './extras/page-extras.ts';
import { chooseElements, type ContentChoice } from './content/chosen-elements.ts';
import { dropAroundText } from './content/around-text.ts';
import { dropBoilerplate } from './content/boilerplate.ts';
import { elementsIn } from './dom/elements.ts';
import type { ExtractedDocument } from './facts/extraction.ts';
import { takeFootnotes, withFootnotes } from './markdown/footnotes.ts';
import { markLocalLinks, type PageAddress } from './dom/local-links.ts';
import { MOST_WORDS_OF_A_LOGIN, dropLoginForms, saysSomething } from './facts/login-form.ts';
import { dropLinkBlocks, findMainContent } from './content/main-content.ts';
import { readFacts } from './facts/page-facts.ts';
import { kindOf, type PageKind } from './content/page-kind.ts';
import { settleArticle } from './article/settle-article.ts';
import { parseWhole, type ParsedPage } from './dom/parse.ts';
import { embeddedTexts, recoverContent } from './script-data.ts';
import { EMPTY_MEASURE, measureTree, textLengthOf, type Measures } from './dom/text-measure.ts';
import { showTabPanels } from './dom/tab-panels.ts';
import { settleRaised } from './dom/settle-raised.ts';
import { settleForms, type WrittenContent, writeContent } from './markdown/write-content.ts';
import { prepend, removeElement } from 'domutils';

/** About 80 words: a page with less text of its own depends on a script. */
const LITTLE_TEXT = 500;

/** A page with less text of its own is searched for data of its scripts. */
const FEW_WORDS = 80;

/** If less than this share of the page's text outside links remains, class names may have misled the extraction. */
const LITTLE_KEPT = 0.2;
const ENOUGH_WORDS = 200;

/** What a caller wants of a page. */
export interface PageWants {
  /** What is read beside the content. Absent: nothing. */
  wanted?: readonly PageExtra[] | undefined;
  /** Absent: the main content, as it is recognized. */
  choice?: ContentChoice | undefined;
}

/** Extracts the main content and the metadata of a page. Bad pages take long: for workers only. */
export function extractPage(html: string, url: string, { wanted = [], choice }: PageWants = {}): ExtractedDocument {
  const { root, elements, isCut } = treeOf(html);
  const { baseUrl, ...facts } = readFacts(elements, url);
  const embedded = embeddedTexts(elements);
  const extras = readExtras(elements, { url, baseUrl }, wanted);
  const { canonicalUrl, title = '', author = '' } = facts;
  const place: Place = { url, title, author, baseUrl, canonicalUrl, isHtmlWanted: wanted.includes('html'), choice };
  const isChosen = choice !== undefined && choice.include.length > 0;
  const strict = ownContent({ root, elements, isCut }, place, 'strict');
  // Extraction consumes the tree.
  const isDoubtful = !isChosen && strict.share < LITTLE_KEPT && strict.wordCount < ENOUGH_WORDS;
  const own = isDoubtful ? fullerOf(strict, ownContent(treeOf(html), place, 'loose')) : strict;
  const recovered = !isChosen && own.wordCount < FEW_WORDS ? recoverContent(embedded, baseUrl) : undefined;
  const { markdown, wordCount, links } = recovered && recovered.wordCount > own.wordCount ? recovered : own;
  const isLoginForm =
    !isChosen &&
    facts.asksForPassword &&
    wordCount <= MOST_WORDS_OF_A_LOGIN &&
    !saysSomething(markdownBesideLogin(html, place));
  return {
    status: 'extracted',
    ...facts,
    markdown,
    wordCount,
    links,
    ...(isCut && { isCut }),
    ...(isLoginForm && { isLoginForm }),
    ...(wanted.length > 0 && { extras: { ...extras, ...(own.html !== undefined && { html: own.html }) } }),
  };
}

function markdownBesideLogin(html: string, place: Place): string {
  const tree = treeOf(html);
  dropLoginForms(tree.elements);
  const elements = elementsIn(tree.root);
  return ownContent({ ...tree, elements }, { ...place, isHtmlWanted: false }, 'loose').markdown;
}

interface Place extends PageAddress {
  title: string;
  author: string;
  isHtmlWanted: boolean;
  choice: ContentChoice | undefined;
}

interface Tree extends ParsedPage {
  elements: Element[];
}

function treeOf(html: string): Tree {
  const { root, isCut } = parseWhole(html);
  return { root, elements: elementsIn(root), isCut };
}

interface OwnContent extends WrittenContent {
  /** Share of the page's text outside links that was kept. */
  share: number;
  html?: string;
}

/** The second extraction wins if it finds this many times the words. */
const MUCH_MORE = 2;

const fullerOf = (strict: OwnContent, loose: OwnContent) =>
  loose.wordCount > strict.wordCount * MUCH_MORE ? loose : strict;

function ownContent(tree: Tree, place: Place, strictness: 'strict' | 'loose'): OwnContent {
  const { root } = tree;
  if (place.choice) chooseElements(root, place.choice);
  const elements = place.choice ? elementsIn(root) : tree.elements;
  unwrapNoscript(root, elements);
  showTabPanels(elements);
  settleForms(elements);
  const { url, baseUrl } = place;
  markLocalLinks(elements, place);
  const footnotes = takeFootnotes(elements);
  settleRaised(elements);
  const measures = measureTree(root);
  const whole = measures.get(root) ?? EMPTY_MEASURE;
  const { content, kind } = place.choice?.include.length
    ? { content: root, kind: undefined }
    : recognized({ root, elements }, { url, measures, strictness });
  withFootnotes(content, footnotes);
  const share = textLengthOf(content) / Math.max(1, whole.text - whole.links);
  if (kind) settleArticle(content, { kind, title: place.title, author: place.author, elements, measures });
  // Writing consumes the tree.
  const html = place.isHtmlWanted && { html: cleanHtml(content, baseUrl) };
  return { ...writeContent(content, baseUrl), share, ...html };
}

interface Recognized {
  content: Document | Element;
  kind: PageKind;
}

interface Recognition {
  url: string;
  measures: Measures;
  strictness: 'strict' | 'loose';
}

/** The part of the page that is its main content. */
function recognized(
  { root, elements }: Pick<Tree, 'root' | 'elements'>,
  { url, measures, strictness }: Recognition,
): Recognized {
  const kind = kindOf(elements, url, measures.get(root) ?? EMPTY_MEASURE);
  dropBoilerplate(root, { measures, kind, isByName: strictness === 'strict' });
  const content = findMainContent(root, kind);
  dropAroundText(content, kind);
  dropLinkBlocks(content);
  return { content, kind };
}

/** The `noscript` text is the content of a page that has next to nothing else. */
function unwrapNoscript(root: Document, elements: readonly Element[]): void {
  const blocks = elements.filter(({ name }) => name === 'noscript');
  const lengths = blocks.map(({ children }) => children.reduce((sum, child) => sum + textLengthOf(child), 0));
  const within = lengths.reduce((sum, length) => sum + length, 0);
  if (within < LITTLE_TEXT || textLengthOf(root) > Math.max(LITTLE_TEXT, within / 2)) return;
  for (const block of blocks) {
    for (const child of block.children.slice()) prepend(block, child);
    removeElement(block);
  }
}
