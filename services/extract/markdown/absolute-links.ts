import { isTag, type Document, type Element } from 'domhandler';
import { findAll } from '../dom/elements.ts';

const MOST_LINKS = 500;

/** Makes the content's URLs absolute, takes away those that lead nowhere in Markdown, and lists the links. */
export function absoluteLinks(content: Document | Element, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const element of findAll(({ name }) => name === 'a' || name === 'img', content.children)) {
    const attribute = element.name === 'a' ? 'href' : 'src';
    const url = absolute(element.attribs[attribute], baseUrl);
    if (!url) {
      delete element.attribs[attribute];
      continue;
    }
    element.attribs[attribute] = url;
    if (element.name === 'a' && links.size < MOST_LINKS && isTag(element)) links.add(url.replace(/#.*$/, ''));
  }
  return [...links];
}

function absolute(reference: string | undefined, baseUrl: string): string | undefined {
  const url = reference === undefined ? null : URL.parse(reference.trim(), baseUrl);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}
