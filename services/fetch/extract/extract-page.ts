import render from 'dom-serializer';
import { textContent } from 'domutils';
import { absoluteLinks } from './absolute-links.ts';
import { dropAroundText } from './around-text.ts';
import { dropBoilerplate } from './boilerplate.ts';
import { settleCallouts } from './callouts.ts';
import { settleCode } from './code-blocks.ts';
import type { Extracted } from './extractor.ts';
import { takeFootnotes, withFootnotes } from './footnotes.ts';
import { settleFormulas } from './formulas.ts';
import { settleImages } from './images.ts';
import { settleLinks } from './links.ts';
import { dropLinkBlocks, findMainContent } from './main-content.ts';
import { readFacts } from './page-facts.ts';
import { kindOf } from './page-kind.ts';
import { parsePage } from './parse.ts';
import { settleTables } from './tables.ts';
import { countWords, measureTree } from './text-measure.ts';
import { toMarkdown } from './to-markdown.ts';
import { unwrapNoscript } from './unwrap-noscript.ts';

/** The main content of a page and what it says about itself. Runs for long on bad pages: in a worker only. */
export function extractPage(html: string, url: string): Extracted {
  const root = parsePage(html);
  const { baseUrl, ...facts } = readFacts(root, url);
  unwrapNoscript(root);
  settleImages(root);
  settleFormulas(root);
  settleCode(root);
  const footnotes = takeFootnotes(root);
  const measures = measureTree(root);
  const kind = kindOf(root, url, measures);
  dropBoilerplate(root, measures, kind);
  const content = findMainContent(root, kind);
  dropAroundText(content, kind);
  dropLinkBlocks(content);
  withFootnotes(content, footnotes);
  settleCallouts(content);
  settleTables(content);
  settleLinks(content);
  const links = absoluteLinks(content, baseUrl);
  const markdown = toMarkdown(render(content.children, { encodeEntities: 'utf8' }));
  return { status: 'extracted', ...facts, markdown, wordCount: countWords(textContent(content)), links };
}
