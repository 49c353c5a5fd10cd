import type { Document } from 'domhandler';
import { dropAroundText } from './around-text.ts';
import { dropBoilerplate } from './boilerplate.ts';
import type { Extracted } from './extractor.ts';
import { takeFootnotes, withFootnotes } from './footnotes.ts';
import { dropLinkBlocks, findMainContent } from './main-content.ts';
import { readFacts } from './page-facts.ts';
import { kindOf } from './page-kind.ts';
import { parsePage } from './parse.ts';
import { embeddedTexts, recover } from './recover.ts';
import { measureTree } from './text-measure.ts';
import { unwrapNoscript } from './unwrap-noscript.ts';
import { settleForms, writeContent, type Written } from './write-content.ts';

/** With less text of its own a page is looked through for what its scripts would show. */
const FEW_WORDS = 80;

/** The main content of a page and what it says about itself. Runs for long on bad pages: in a worker only. */
export function extractPage(html: string, url: string): Extracted {
  const root = parsePage(html);
  const { baseUrl, ...facts } = readFacts(root, url);
  const embedded = embeddedTexts(root);
  const own = ownContent(root, url, baseUrl);
  const recovered = own.wordCount < FEW_WORDS ? recover(embedded, baseUrl) : undefined;
  const content = recovered && recovered.wordCount > own.wordCount ? recovered : own;
  return { status: 'extracted', ...facts, ...content };
}

function ownContent(root: Document, url: string, baseUrl: string): Written {
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
  return writeContent(content, baseUrl);
}
