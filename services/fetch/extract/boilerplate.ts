import { isComment, isDirective, isTag, type ChildNode, type Document, type Element } from 'domhandler';
import { removeElement } from 'domutils';
import { textLengthOf } from './text-measure.ts';

const wordsOf = (text: string) => new Set(text.split(/\s+/));

/** Never content. */
const DROPPED_TAGS = wordsOf(
  'title script style template svg iframe object embed canvas audio video map link meta base button input select ' +
    'textarea option datalist nav',
);

/** Boilerplate unless much of the page is within: some pages wrap all that they have in one of these. */
const DOUBTFUL_TAGS = wordsOf('form fieldset header menu footer aside dialog noscript');

const DROPPED_ROLES = wordsOf(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip tablist button',
);

/** As the whole of a class or id, or as its first or last word. */
const BOILERPLATE_WORDS = wordsOf(
  'nav navbar navigation menu sidebar footer header masthead breadcrumb breadcrumbs crumb crumbs cookie cookies consent gdpr ' +
    'share sharing social related recommend recommended recommendation recommendations newsletter subscribe subscription ' +
    'signup promo advert advertisement ad ads adsbygoogle sponsor sponsored popup banner pagination pager skip toolbar ' +
    'tooltip dropdown login outbrain taboola disqus byline trending popular copyright',
);

/** As the whole only: within longer names these mean something else (`overflow-hidden`, `table-print`). */
const BOILERPLATE_NAMES = wordsOf(
  'hidden modal overlay print toc tag tags sr-only visually-hidden screen-reader-text side-bar sign-up author-bio read-more ' +
    'more-from also-like backtotop back-to-top',
);

/** Before a word that says what the element has or lacks, not what it is (`has-sidebar`). */
const ABOUT_OTHERS = wordsOf('no has with without is show hide');

/** An element that holds more of the page's text than this is not boilerplate, whatever it is called. */
const LARGEST_SHARE = 0.4;

/** Takes out of the tree what is no main content by its tag, role, state or name. */
export function dropBoilerplate(root: Document | Element): void {
  const total = Math.max(1, textLengthOf(root));
  const visit = (node: ChildNode): void => {
    if (isComment(node) || isDirective(node)) return removeElement(node);
    if (!isTag(node)) return;
    if (isBoilerplate(node, total)) return removeElement(node);
    for (const child of node.children.slice()) visit(child);
  };
  for (const child of root.children.slice()) visit(child);
}

function isBoilerplate(element: Element, total: number): boolean {
  const { name, attribs } = element;
  if (DROPPED_TAGS.has(name)) return true;
  const isDropped = isHidden(attribs) || DROPPED_ROLES.has(attribs.role?.toLowerCase() ?? '') || isNamedBoilerplate(element);
  if (!isDropped && !DOUBTFUL_TAGS.has(name)) return false;
  if (name === 'header' && isWithin(element, 'article', 'main')) return false;
  return textLengthOf(element) < total * LARGEST_SHARE;
}

function isHidden({ hidden, style = '', 'aria-hidden': ariaHidden }: Record<string, string>): boolean {
  return hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

/** By a class, an id, or the first or last word of one. */
function isNamedBoilerplate({ name, attribs }: Element): boolean {
  if (name === 'html' || name === 'body' || name === 'main' || name === 'article') return false;
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''}`.split(/\s+/).filter((word) => word !== '');
  return names.some((one) => {
    if (BOILERPLATE_NAMES.has(one.toLowerCase())) return true;
    const words = one.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase().split(/[-_]+/);
    if (ABOUT_OTHERS.has(words.at(-2) ?? '')) return false;
    return BOILERPLATE_WORDS.has(words[0] ?? '') || BOILERPLATE_WORDS.has(words.at(-1) ?? '');
  });
}

function isWithin(element: Element, ...names: string[]): boolean {
  for (let parent = element.parent; parent; parent = parent.parent) {
    if (isTag(parent) && names.includes(parent.name)) return true;
  }
  return false;
}
