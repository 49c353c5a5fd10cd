/** What a block of a document is. `contents` is a list that consists of links. */
export type BlockKind = 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'contents';

/** A heading or a defined term above a block, as plain text. */
export interface PathEntry {
  text: string;
  type: 'heading' | 'term';
}

/** A block of a document. Readers never split it, and it always carries its path. */
export interface Block {
  kind: BlockKind;
  /** Its Markdown as stored, without the indentation and the marks of the list or quotation around it. */
  text: string;
  /** The headings and terms above it, outermost first. */
  path: readonly PathEntry[];
  /** The Markdown of the headings and of the term that begin here; '' if the block before it has the same place. */
  opening: string;
}

/** Stands between the headings and terms of a path that is one line. */
export const PATH_SIGN = ' › ';

/** The path as one line: `Resource Consumption › Memory › work_mem (integer)`. */
export function pathLine(path: readonly PathEntry[]): string {
  return path.map(({ text }) => text).join(PATH_SIGN);
}
