import { isTag, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { isPermalink } from '../dom/links.ts';
import { lineText } from '../dom/settle-raised.ts';

const MAX_TITLE_LENGTH = 500;
const SEPARATOR = /\s+[|\-–—·•»«:/\\]+\s+|\s*[|»]\s*/;
/** Shorter headings are words such as `News`, which occur in any title. */
const SHORTEST_HEADING = 8;

/** The page's title without the name of its site, white space folded. */
export function titleOf(elements: readonly Element[], meta: Map<string, string>): string {
  const inTag = (name: string) =>
    folded(textContent(elements.find((element) => element.name === name && !isInSvg(element)) ?? []));
  const given =
    [meta.get('og:title'), meta.get('twitter:title'), inTag('title')]
      .map((title) => withoutPermalinks(folded(title ?? '')))
      .find((title) => title !== '') ?? '';
  const headings = elements
    .filter(({ name }) => name === 'h1')
    .map((heading) => withoutPermalink(folded(lineText(heading, isPermalink))));
  const heading = headings.find((one) => one.length >= SHORTEST_HEADING && compared(given).includes(compared(one)));
  const title =
    heading ?? withoutSite(given, meta.get('og:site_name') ?? '') ?? headings.find((one) => one !== '') ?? '';
  return title.slice(0, MAX_TITLE_LENGTH);
}

const SIGN = '[¶\\u{1f517}\\u2693\\ue000-\\uf8ff]';
const AT_THE_END = new RegExp(String.raw`(?:\s*(?:§|${SIGN})|\s+#)+$`, 'u');
const AT_THE_BEGINNING = new RegExp(String.raw`^(?:${SIGN}\s*|#\s+)+`, 'u');
const BEFORE_A_SEPARATOR = new RegExp(String.raw`(?:\s*(?:§|${SIGN})|\s+#)+(?=\s+[|\-–—·•»«:]\s)`, 'gu');

/** A heading without its permalink mark. */
const withoutPermalink = (heading: string) => heading.replace(AT_THE_END, '').replace(AT_THE_BEGINNING, '');

/** The same for a title, where the mark may come before the name of the site. */
const withoutPermalinks = (title: string) => withoutPermalink(title.replaceAll(BEFORE_A_SEPARATOR, ''));

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

const compared = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isInSvg = ({ parent }: Element) => parent !== null && isTag(parent) && parent.name === 'svg';

/** Strips the site's own name from the start or end of a title. */
function withoutSite(title: string, site: string): string | undefined {
  if (title === '') return undefined;
  const parts = title.split(SEPARATOR);
  const isSite = (part: string | undefined) => part !== undefined && site !== '' && compared(part) === compared(site);
  if (parts.length > 1 && isSite(parts.at(-1)))
    return title.slice(0, title.lastIndexOf(parts.at(-1) ?? '')).replace(/[\s|\-–—·•»«:/\\]+$/, '');
  if (parts.length > 1 && isSite(parts[0]))
    return title.slice((parts[0] ?? '').length).replace(/^[\s|\-–—·•»«:/\\]+/, '');
  return title;
}
