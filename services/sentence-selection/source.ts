import type { SourceCode } from '../page-text/source-code.ts';

/** A text that may hold the answer. */
export interface Source {
  url: string;
  name: string;
  title: string;
  /** Parts of the stored text, each a stretch of it. */
  passages: readonly string[];
  /** Blocks of code that stand between the passages' sentences. */
  code?: readonly SourceCode[];
  /** How well it matched beside the best of all; 1 where that is not known. */
  score?: number;
}
