import type { SourceCode } from '../page-text/source-code.ts';
import type { SourcePassage } from '../sentence-selection/source.ts';

/** What can be an answer by itself. */
type UnitKind = 'sentence' | 'sentences' | 'paragraph' | 'list' | 'item' | 'row' | 'table' | 'code';

/** A part of a passage with the place where it stands. White space is folded, except in code. */
export interface Unit {
  kind: UnitKind;
  /** Plain text; inline code keeps its backticks. */
  text: string;
  /** The defined term that it stands under. */
  term?: string | undefined;
  /** Of a list its items, of a table its rows with the head first; each a line of plain text or a list of cells. */
  lines?: ReadonlyArray<readonly string[]>;
  /** Of a list and of code: the sentence that introduces it. */
  lead?: string | undefined;
  code?: Pick<SourceCode, 'code' | 'language'> | undefined;
  /** UnitPlace among the blocks of its passage, from 0. */
  block: number;
  /** UnitPlace among the units of its block, from 0. */
  place: number;
}

/** A source as units are taken from it. */
export interface UnitSource {
  title: string;
  parts: readonly SourcePassage[];
  /** The whole document as Markdown, if it was read: lists of terms are found in it. */
  text?: string;
}
