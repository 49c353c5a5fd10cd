import render from 'dom-serializer';
import { textContent } from 'domutils';
import { absoluteLinks } from './absolute-links.ts';
import { dropBoilerplate } from './boilerplate.ts';
import type { Extracted } from './extractor.ts';
import { dropLinkBlocks, findMainContent } from './main-content.ts';
import { readFacts } from './page-facts.ts';
import { parsePage } from './parse.ts';
import { countWords } from './text-measure.ts';
import { toMarkdown } from './to-markdown.ts';

/** The main content of a page and what it says about itself. Runs for long on bad pages: in a worker only. */
export function extractPage(html: string, url: string): Extracted {
  const root = parsePage(html);
  const { baseUrl, ...facts } = readFacts(root, url);
  dropBoilerplate(root);
  const content = findMainContent(root);
  dropLinkBlocks(content);
  const links = absoluteLinks(content, baseUrl);
  const markdown = toMarkdown(render(content.children, { encodeEntities: 'utf8' }));
  return { status: 'extracted', ...facts, markdown, wordCount: countWords(textContent(content)), links };
}
