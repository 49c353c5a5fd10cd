import type { SourceCode } from '../page-text/source-code.ts';

/** A text that may hold the answer. */
export interface Source {
  url: string;
  name: string;
  title: string;
  /** Parts of the stored text, each contiguous. */
  passages: readonly string[];
  /** Code blocks between the passages' sentences. */
  code?: readonly SourceCode[];
  /** Match relative to the best source; 1 if unknown. */
  score?: number;
}
