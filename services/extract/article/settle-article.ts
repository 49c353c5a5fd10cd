import type { Document, Element } from 'domhandler';
import { dropAuthorNotes } from './author-notes.ts';
import { dropCaptions } from './captions.ts';
import { withLead } from './declared-lead.ts';
import { dropEnd } from './end-of-article.ts';
import { dropNotices } from './notices.ts';
import { isOneText, type PageKind } from '../content/page-kind.ts';
import { dropRepeatedTitle } from './repeated-title.ts';
import { dropShortcodes } from './shortcodes.ts';
import { dropTailSections } from './tail-sections.ts';
import { dropTeasers } from './teasers.ts';
import { measureTree, type Measures } from '../dom/text-measure.ts';

/** A page whose content was recognized. */
export interface RecognizedPage {
  kind: PageKind;
  title: string;
  author: string;
  /** All elements, removed ones too. */
  elements: readonly Element[];
  measures: Measures;
}

/** Leaves of a text what a reader reads of it: its lead, and neither captions nor what the document says elsewhere. */
export function settleArticle(
  content: Document | Element,
  { kind, title, author, elements, measures }: RecognizedPage,
): void {
  if (!isOneText(kind)) return;
  dropShortcodes(content);
  const measured = measureTree(content);
  dropCaptions(content, measured);
  if (kind !== 'article') return;
  dropRepeatedTitle(content, title);
  dropNotices(content, measured);
  dropTeasers(content, measured);
  dropTailSections(content, measured);
  dropAuthorNotes(content, author, measured);
  dropEnd(content, measured);
  withLead(content, elements, measures);
}
