import type { SourceCode } from './source-code.ts';

/** A passage of a source as it is stored. */
export interface SourcePassage {
  markdown: string;
  /** The headings and terms above it, outermost first. */
  path: readonly string[];
  /** Match relative to the best passage of all sources; 1 if unknown. */
  score: number;
  /** Whether the document begins with it; absent if unknown. */
  opensDocument?: boolean;
  /** Whether a reference page's description begins with it; absent if unknown. */
  opensDescription?: boolean;
}

/** A text that may hold the answer. */
export interface Source {
  url: string;
  name: string;
  title: string;
  /** Parts of the stored text, each contiguous. */
  passages: readonly string[];
  /** The same parts as Markdown, with their places. */
  parts?: readonly SourcePassage[];
  /** Sentences of the passages, each after the heading or term above it: a claim may say both. */
  placed?: readonly string[];
  /** The whole document as Markdown, if it was read. */
  text?: string;
  /** Code blocks between the passages' sentences. */
  code?: readonly SourceCode[];
  /** Match relative to the best source; 1 if unknown. */
  score?: number;
}
