import { isTag, type Document, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { settleCallouts } from './callouts.ts';
import { settleCode, settleSignatures } from './code-blocks.ts';
import { settleFormulas } from './formulas.ts';
import { settleImages } from './images.ts';
import { absolute, settleLinks } from '../dom/links.ts';
import { settleTables } from './tables.ts';
import { settleTimes } from './times.ts';
import { countWords } from '../dom/text-measure.ts';
import { toMarkdown } from './to-markdown.ts';
import { findAll } from '../dom/elements.ts';

const MOST_LINKS = 500;

export interface WrittenContent {
  markdown: string;
  /** Word count of the content. */
  wordCount: number;
  /** Absolute http and https URLs that the content links to, without fragments. */
  links: string[];
}

/**
 * Normalizes images, formulas and code, which pages write in many forms. Must run before anything is removed from the
 * page.
 */
export function settleForms(elements: readonly Element[]): void {
  settleImages(elements);
  settleFormulas(elements);
  settleCode(elements);
  settleSignatures(elements);
  settleTimes(elements);
}

/** Writes settled content as Markdown; consumes the tree. */
export function writeContent(content: Document | Element, baseUrl: string): WrittenContent {
  settleCallouts(content);
  settleTables(content);
  settleLinks(content);
  const links = absoluteLinks(content, baseUrl);
  const markdown = toMarkdown(content);
  return { markdown, wordCount: countWords(textContent(content)), links };
}

/** Makes the content's URLs absolute, removes those that have no target in Markdown, and lists the links. */
function absoluteLinks(content: Document | Element, baseUrl: string): string[] {
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
