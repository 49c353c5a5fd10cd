import type { SourceCode } from '../../page-text/source-code.ts';
import type { SourcePassage } from '../../page-text/source.ts';

/** The kinds of text that can be an answer by themselves; `sentences` are two adjacent ones. */
type UnitKind = 'sentence' | 'sentences' | 'paragraph' | 'list' | 'item' | 'row' | 'table' | 'code';

/** A part of a passage with its position. White space is folded, except in code. */
export interface Unit {
  kind: UnitKind;
  /** Plain text; inline code keeps its backticks. */
  text: string;
  /** The defined term directly above the unit. */
  term?: string | undefined;
  /** The same term where the path of its passage lacks it: a paragraph of code names what the unit describes. */
  within?: string | undefined;
  /** The items of a list, each as one cell of plain text, or the rows of a table with the header row first. */
  lines?: ReadonlyArray<readonly string[]>;
  /** The sentence that introduces a list, its items or code. */
  lead?: string | undefined;
  code?: Pick<SourceCode, 'code' | 'language'> | undefined;
  /** The headings and the term directly above its block; absent if other blocks stand between. */
  opens?: readonly string[] | undefined;
  /** Index of its block in the passage, from 0. */
  block: number;
  /** Index of the unit among those of its kind in the block, from 0. */
  place: number;
}

/** A source from which units are extracted. */
export interface UnitSource {
  title: string;
  parts: readonly SourcePassage[];
  /** The whole document as Markdown, if it was read; searched for term lists and for its first passages. */
  text?: string;
}
