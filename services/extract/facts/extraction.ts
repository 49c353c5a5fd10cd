import type { PageExtras } from '../extras/page-extras.ts';
import type { DocumentFacts } from './document-facts.ts';

/** The result of reading a document. */
export interface ExtractedDocument extends DocumentFacts {
  status: 'extracted';
  /** Blank for a page without main content. */
  markdown: string;
  /** Word count of the content. */
  wordCount: number;
  /** Whether the page has a root element that applications fill. */
  hasAppRoot: boolean;
  /** Whether a browser may render more: the page has scripts, or a refresh to another page. */
  hasScripts: boolean;
  /** Whether the page has a password field. */
  asksForPassword?: boolean;
  /** Whether the page is a login form and nothing else. */
  isLoginForm?: boolean;
  /**
   * Whether the Markdown is incomplete: the page is too large to parse in full, or its Markdown too large for a result.
   */
  isCut?: boolean;
  /** Absolute http and https URLs that the content links to, without fragments, at most 500. */
  links: string[];
  /** What was asked for beside the content. Absent: nothing, or the document is not HTML. */
  extras?: PageExtras;
}

export type Extraction = ExtractedDocument | { status: 'failed'; message: string };
