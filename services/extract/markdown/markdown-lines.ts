import { codeSpan } from '../../text/markdown/write-code.ts';
import { escapeLineStarts } from './markdown-escapes.ts';

/** A block of Markdown, without blank lines around it. */
export interface WrittenBlock {
  text: string;
  /** `line` is text outside any paragraph. */
  kind: 'line' | 'paragraph' | 'list' | 'other';
}

/** A piece of a line. Code, and emphasized text with its `mark`, are written once the following piece is known. */
type Piece = string | { code: string[] } | { mark: string; texts: string[] };

/**
 * The Markdown of a container's content: finished blocks, and the line under way. A line stays in pieces, because a
 * line with a hundred thousand elements would otherwise be copied for each of them.
 */
export class MarkdownLines {
  readonly blocks: WrittenBlock[] = [];
  private readonly keepsSpace: boolean;
  private pieces: Piece[] = [];
  /** Whether a space at this position would be redundant. */
  private isAfterSpace: boolean;
  private isAfterBreak = false;

  /** @param space keeps a space at the beginning, as for a part of a line */
  constructor(space?: 'keepsSpace') {
    this.keepsSpace = space === 'keepsSpace';
    this.isAfterSpace = !this.keepsSpace;
  }

  /** Adds Markdown to the line. White space on both sides of the seam becomes a single space. */
  add(text: string): void {
    const added = this.isAfterSpace && text.startsWith(' ') ? text.slice(1) : text;
    if (added === '') return;
    this.pieces.push(added);
    this.isAfterSpace = added.endsWith(' ') || added.endsWith('\n');
    if (added !== ' ') this.isAfterBreak = false;
  }

  /** Adds inline code. Code directly after other code is merged with it, because adjacent backticks would be. */
  addCode(code: string): void {
    const last = this.pieces.at(-1);
    if (typeof last === 'object' && 'code' in last) last.code.push(code);
    else this.pieces.push({ code: [code] });
    this.isAfterSpace = false;
    this.isAfterBreak = false;
  }

  /** Adds emphasized text. Text directly after text with the same emphasis is merged with it. */
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

  addBlock(text: string, kind: WrittenBlock['kind'] = 'other'): void {
    this.endLine();
    if (text !== '') this.blocks.push({ text, kind });
  }

  /** Adds the blocks of another writer. */
  addAll(inner: MarkdownLines): void {
    inner.endLine();
    for (const { text, kind } of inner.blocks) this.addBlock(text, kind);
  }

  /** Ends the line, if there is one. */
  endLine(kind: 'line' | 'paragraph' = 'line'): void {
    if (this.pieces.length === 0) return;
    const text = this.written().trim();
    this.pieces = [];
    this.isAfterSpace = !this.keepsSpace;
    this.isAfterBreak = false;
    if (text !== '') this.blocks.push({ text: escapeLineStarts(text), kind });
  }

  /** The whole as inline text, if it has no other blocks; undefined otherwise. */
  asInline(): string | undefined {
    return this.blocks.length === 0 ? this.written() : undefined;
  }

  /** The whole on a single line, whatever its line ends. */
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

  /** The blocks with blank lines between them. In a list item, a nested list directly follows its line. */
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
