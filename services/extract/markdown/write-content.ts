import type { Document, Element } from 'domhandler';
import { textContent } from 'domutils';
import { absoluteLinks } from './absolute-links.ts';
import { settleCallouts } from './callouts.ts';
import { settleCode, settleSignatures } from './code-blocks.ts';
import { settleFormulas } from './formulas.ts';
import { settleImages } from './images.ts';
import { settleLinks } from '../dom/links.ts';
import { settleTables } from './tables.ts';
import { countWords } from '../dom/text-measure.ts';
import { toMarkdown } from './to-markdown.ts';

export interface Written {
  markdown: string;
  /** Of the content's text. */
  wordCount: number;
  /** Absolute http and https URLs that the content links to, without fragments. */
  links: string[];
}

/** Brings into one form what pages write in many: images, formulas, code. Before anything is taken out of the page. */
export function settleForms(elements: readonly Element[]): void {
  settleImages(elements);
  settleFormulas(elements);
  settleCode(elements);
  settleSignatures(elements);
}

/** Writes settled content as Markdown; the tree is used up. */
export function writeContent(content: Document | Element, baseUrl: string): Written {
  settleCallouts(content);
  settleTables(content);
  settleLinks(content);
  const links = absoluteLinks(content, baseUrl);
  const markdown = toMarkdown(content);
  return { markdown, wordCount: countWords(textContent(content)), links };
}
