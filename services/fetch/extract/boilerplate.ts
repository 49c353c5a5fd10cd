import { isComment, isDirective, isTag, type ChildNode, type Document, type Element } from 'domhandler';
import { removeElement } from 'domutils';
import { textLengthOf } from './text-measure.ts';

/** Never content. */
const DROPPED_TAGS = new Set(
  ('title script style noscript template svg iframe object embed canvas audio video map link meta head base dialog ' +
    'button input select textarea option datalist nav menu footer aside').split(' '),
);

/** Content in some places, boilerplate in others: dropped unless much of the page is within. */
const DOUBTFUL_TAGS = new Set(['form', 'fieldset', 'header']);

const DROPPED_ROLES = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip tablist button'.split(' '),
);

const BOILERPLATE_WORDS =
  /^(nav|navbar|navigation|menu|sidebar|side-?bar|footer|header|masthead|breadcrumbs?|crumbs?|cookies?|consent|gdpr|share|sharing|social|related|recommend(ed|ations?)|newsletter|subscribe|subscription|signup|sign-up|promo|promotion|advert|advertisement|ads?|adsbygoogle|sponsor(ed)?|popup|modal|overlay|banner|pagination|pager|skip|toolbar|tooltip|dropdown|login|widget|outbrain|taboola|disqus|print|hidden|sr-only|visually-hidden|screen-reader-text|toc|tags?|author-bio|byline|read-more|more-from|also-like|trending|popular|copyright|backtotop|back-to-top)$/i;

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
  if (DROPPED_TAGS.has(name) || isHidden(attribs)) return true;
  const isNamedSo = DROPPED_ROLES.has(attribs.role?.toLowerCase() ?? '') || isNamedBoilerplate(element);
  if (!isNamedSo && !DOUBTFUL_TAGS.has(name)) return false;
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
    const words = one.replace(/([a-z])([A-Z])/g, '$1-$2').split(/[-_]+/);
    return BOILERPLATE_WORDS.test(one) || BOILERPLATE_WORDS.test(words[0] ?? '') || BOILERPLATE_WORDS.test(words.at(-1) ?? '');
  });
}

function isWithin(element: Element, ...names: string[]): boolean {
  for (let parent = element.parent; parent; parent = parent.parent) {
    if (isTag(parent) && names.includes(parent.name)) return true;
  }
  return false;
}
