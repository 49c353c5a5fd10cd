import { codeSpan } from '../../text/markdown/write-code.ts';
import { escapeLineStarts } from './markdown-escapes.ts';

/** A block of Markdown, without blank lines around it. */
export interface Block {
  text: string;
  /** `line` is text that stands in no paragraph of its own. */
  kind: 'line' | 'paragraph' | 'list' | 'other';
}

/** A piece of a line; `code` and emphasized text with `mark` are written once it is known what follows them. */
type Piece = string | { code: string[] } | { mark: string; texts: string[] };

/**
 * What a container's content becomes: finished blocks, and the line that is being written. A line is kept in pieces: one of
 * a hundred thousand elements would be copied for each of them.
 */
export class MarkdownLines {
  readonly blocks: Block[] = [];
  private readonly keepsSpace: boolean;
  private pieces: Piece[] = [];
  /** Whether a space at this place would be one too many. */
  private isAfterSpace: boolean;
  private isAfterBreak = false;

  /** @param space of part of a line, a space at its beginning is kept */
  constructor(space?: 'keepsSpace') {
    this.keepsSpace = space === 'keepsSpace';
    this.isAfterSpace = !this.keepsSpace;
  }

  /** Adds Markdown to the line; of white space on both sides of its beginning one space stays. */
  add(text: string): void {
    const added = this.isAfterSpace && text.startsWith(' ') ? text.slice(1) : text;
    if (added === '') return;
    this.pieces.push(added);
    this.isAfterSpace = added.endsWith(' ') || added.endsWith('\n');
    if (added !== ' ') this.isAfterBreak = false;
  }

  /** Adds code within a line; what follows other code at once is one with it, since their backticks would be. */
  addCode(code: string): void {
    const last = this.pieces.at(-1);
    if (typeof last === 'object' && 'code' in last) last.code.push(code);
    else this.pieces.push({ code: [code] });
    this.isAfterSpace = false;
    this.isAfterBreak = false;
  }

  /** Adds emphasized text; what follows text of the same emphasis at once goes on with it. */
  addMarked(mark: string, text: string): void {
    if (text.startsWith(' ')) this.add(' ');
    const last = this.pieces.at(-1);
    if (typeof last === 'object' && 'mark' in last && last.mark === mark) last.texts.push(text.trim());
    else this.pieces.push({ mark, texts: [text.trim()] });
    this.isAfterSpace = false;
    this.isAfterBreak = false;
    if (text.endsWith(' ')) this.add(' ');
  }

  /** Two breaks end a paragraph. */
  breakLine(): void {
    if (this.isAfterBreak && !this.keepsSpace) return this.endLine('paragraph');
    this.pieces.push('  \n');
    this.isAfterSpace = true;
    this.isAfterBreak = true;
  }

  addBlock(text: string, kind: Block['kind'] = 'other'): void {
    this.endLine();
    if (text !== '') this.blocks.push({ text, kind });
  }

  /** Adds the blocks of what was written apart. */
  addAll(inner: MarkdownLines): void {
    inner.endLine();
    for (const { text, kind } of inner.blocks) this.addBlock(text, kind);
  }

  /** Ends the line, where there is one. */
  endLine(kind: 'line' | 'paragraph' = 'line'): void {
    if (this.pieces.length === 0) return;
    const text = this.written().trim();
    this.pieces = [];
    this.isAfterSpace = !this.keepsSpace;
    this.isAfterBreak = false;
    if (text !== '') this.blocks.push({ text: escapeLineStarts(text), kind });
  }

  /** All as text within a line, where it is no more than that; else undefined. */
  asInline(): string | undefined {
    return this.blocks.length === 0 ? this.written() : undefined;
  }

  /** All in one line, wherever lines ended. */
  inOneLine(): string {
    if (this.blocks.length === 0)
      return this.written()
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ');
    this.endLine();
    return this.blocks.map(({ text }) => text.replaceAll(/\s*\n\s*/g, ' ')).join(' ');
  }

  private written(): string {
    return this.pieces
      .map(writtenPiece)
      .join('')
      .replaceAll(/[^\S\n]+ {2}\n/g, '  \n');
  }

  /** The blocks apart from each other; in an item of a list, a list stands right below the line that it belongs to. */
  toText(isItem = false): string {
    this.endLine();
    return this.blocks
      .map(({ text, kind }, index) => {
        if (index === 0) return text;
        const isBelow = isItem && kind === 'list' && this.blocks[index - 1]?.kind === 'line';
        return (isBelow ? '\n' : '\n\n') + text;
      })
      .join('');
  }
}

function writtenPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return 'code' in piece ? codeSpan(piece.code.join('')) : piece.mark + piece.texts.join('') + piece.mark;
}
