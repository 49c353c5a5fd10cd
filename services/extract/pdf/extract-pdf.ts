import { dayOfPdfDate } from '../../dates/declared-date.ts';
import { knownFacts } from '../facts/document-facts.ts';
import type { Extraction } from '../facts/extraction.ts';
import { linesOf, type TextItem } from './pdf-lines.ts';
import { pdfMarkdown } from './pdf-markdown.ts';
import { countWords } from '../dom/text-measure.ts';

/** In characters. A result holds this much text; the rest would be cut off. */
const ENOUGH_CHARACTERS = 1024 * 1024;

/** Extracts the text layer of a PDF in page order. A file without one, such as a scan, gives blank Markdown. */
export async function extractPdf(bytes: Uint8Array): Promise<Extraction> {
  // Loaded on first use: half a second and 30 MB that HTML pages do not need.
  const { getDocumentProxy } = await import('unpdf');
  const opened = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: unknown) => error);
  if (!opened || opened instanceof Error || typeof opened !== 'object' || !('numPages' in opened))
    return { status: 'failed', message: whyUnread(opened) };
  const document = opened as Awaited<ReturnType<typeof getDocumentProxy>>;
  const pages: TextItem[][] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages && characters < ENOUGH_CHARACTERS; number += 1) {
    const { items, styles } = await (await document.getPage(number)).getTextContent();
    const texts = items
      .filter((item) => 'str' in item)
      .map((item) => ({ ...item, isFixed: styles[item.fontName]?.fontFamily === 'monospace' }));
    characters += texts.reduce((sum, { str }) => sum + str.length, 0);
    pages.push(texts);
  }
  const { info } = await document.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }));
  return extractionOf(pages, info as Record<string, unknown>);
}

function extractionOf(pages: TextItem[][], info: Record<string, unknown>): Extraction {
  const { markdown, heading } = pdfMarkdown(pages.map(linesOf));
  const title = (typeof info.Title === 'string' && info.Title.trim()) || heading;
  const publishedDate = dayOfPdfDate(info.CreationDate);
  return {
    status: 'extracted',
    ...knownFacts({ title, publishedDate }),
    markdown,
    wordCount: countWords(markdown),
    links: [],
    hasAppRoot: false,
    hasScripts: false,
  };
}

function whyUnread(error: unknown): string {
  const isLocked = error instanceof Error && error.name === 'PasswordException';
  return isLocked ? 'the PDF is locked with a password' : 'the PDF is broken';
}
