import { dropAroundText } from './around-text.ts';
import { dropBoilerplate } from './boilerplate.ts';
import type { Extracted } from './extractor.ts';
import { takeFootnotes, withFootnotes } from './footnotes.ts';
import { dropLinkBlocks, findMainContent } from './main-content.ts';
import { readFacts } from './page-facts.ts';
import { kindOf } from './page-kind.ts';
import { parsePage } from './parse.ts';
import { measureTree } from './text-measure.ts';
import { unwrapNoscript } from './unwrap-noscript.ts';
import { settleForms, writeContent } from './write-content.ts';

/** The main content of a page and what it says about itself. Runs for long on bad pages: in a worker only. */
export function extractPage(html: string, url: string): Extracted {
  const root = parsePage(html);
  const { baseUrl, ...facts } = readFacts(root, url);
  unwrapNoscript(root);
  settleForms(root);
  const footnotes = takeFootnotes(root);
  const measures = measureTree(root);
  const kind = kindOf(root, url, measures);
  dropBoilerplate(root, measures, kind);
  const content = findMainContent(root, kind);
  dropAroundText(content, kind);
  dropLinkBlocks(content);
  withFootnotes(content, footnotes);
  return { status: 'extracted', ...facts, ...writeContent(content, baseUrl) };
}
