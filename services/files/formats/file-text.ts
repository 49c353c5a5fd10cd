import { extractPage } from '../../extract/extract-page.ts';

/** The text of a file, as one document. */
export interface FileText {
  /** Markdown; blank if the file has no text. */
  markdown: string;
  title?: string | undefined;
  /** `YYYY-MM-DD`, or an ISO 8601 date-time. */
  publishedDate?: string | undefined;
  /** Whether the Markdown lacks the end of the file. */
  isCut?: boolean | undefined;
}

const WHOLE_BODY = { include: ['body'], exclude: [] };

/** The Markdown of HTML that is all content. */
export function markdownOfHtml(html: string, url: string): Pick<FileText, 'markdown' | 'isCut'> {
  const { markdown, isCut } = extractPage(`<html><body>${html}</body></html>`, url, { choice: WHOLE_BODY });
  return { markdown, isCut };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
