import type { DocumentFacts } from './document-facts.ts';

/** What was read in a document. */
export interface Extracted extends DocumentFacts {
  status: 'extracted';
  /** May be blank: a page without main content. */
  markdown: string;
  /** Of the content's text. */
  wordCount: number;
  /** Whether the page has an element that applications fill. */
  hasAppRoot: boolean;
  /** Whether a browser would make more of it: scripts, or a refresh that leads on. */
  hasScripts: boolean;
  /** Whether the page has a field for a password. */
  asksForPassword?: boolean;
  /** Whether the page is a form that asks for a password, and says nothing beside. */
  isLoginForm?: boolean;
  /** The Markdown lacks something: the page is too large to be read to its end, or its Markdown for a result. */
  isCut?: boolean;
  /** Absolute http and https URLs that the content links to, without fragments, at most 500. */
  links: string[];
}

export type Extraction = Extracted | { status: 'failed'; message: string };
