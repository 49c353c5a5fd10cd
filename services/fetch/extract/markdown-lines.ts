import { codeSpan, escapeLineStarts } from './markdown-escapes.ts';

/** A block of Markdown, without blank lines around it. */
export interface Block {
  text: string;
  /** `line` is text that stands in no paragraph of its own. */
  kind: 'line' | 'paragraph' | 'list' | 'other';
}

/** What a container's content becomes: finished blocks, and the line that is being written. */
export class Lines {
  readonly blocks: Block[] = [];
  private readonly keepsSpace: boolean;
  private line = '';
  private lastSpan: { start: number; end: number; code: string } | undefined;
  private lastMark: { end: number; mark: string } | undefined;

  /** @param space of part of a line, a space at its beginning is kept */
  constructor(space?: 'keepsSpace') {
    this.keepsSpace = space === 'keepsSpace';
  }

  /** Adds Markdown to the line; of white space on both sides of its beginning one space stays. */
  add(text: string): void {
    if (text === '') return;
    const isAfterSpace = (this.line === '' && !this.keepsSpace) || this.line.endsWith(' ') || this.line.endsWith('\n');
    this.line += isAfterSpace && text.startsWith(' ') ? text.slice(1) : text;
  }

  /** Adds code within a line; what follows other code at once is one with it, since their backticks would be. */
  addCode(code: string): void {
    const before = this.lastSpan?.end === this.line.length ? this.lastSpan : undefined;
    const start = before?.start ?? this.line.length;
    const whole = (before?.code ?? '') + code;
    this.line = this.line.slice(0, start) + codeSpan(whole);
    this.lastSpan = { start, end: this.line.length, code: whole };
  }

  /** Adds emphasized text; what follows text of the same emphasis at once goes on with it. */
  addMarked(mark: string, text: string): void {
    const goesOn = this.lastMark?.end === this.line.length && this.lastMark.mark === mark && !text.startsWith(' ');
    if (goesOn) this.line = this.line.slice(0, -mark.length);
    const inner = text.trim();
    if (!goesOn && text.startsWith(' ')) this.add(' ');
    this.line += goesOn ? inner + mark : mark + inner + mark;
    this.lastMark = { end: this.line.length, mark };
    if (text.endsWith(' ')) this.add(' ');
  }

  /** Two breaks end a paragraph. */
  breakLine(): void {
    if (!this.keepsSpace && this.line.trimEnd() !== '' && /\n\s*$/.test(this.line)) return this.endLine('paragraph');
    this.line = `${this.line.trimEnd()}  \n`;
  }

  addBlock(text: string, kind: Block['kind'] = 'other'): void {
    this.endLine();
    if (text !== '') this.blocks.push({ text, kind });
  }

  /** Adds the blocks of what was written apart. */
  addAll(inner: Lines): void {
    inner.endLine();
    for (const { text, kind } of inner.blocks) this.addBlock(text, kind);
  }

  /** Ends the line, where there is one. */
  endLine(kind: 'line' | 'paragraph' = 'line'): void {
    const text = this.line.trim();
    this.line = '';
    this.lastSpan = undefined;
    this.lastMark = undefined;
    if (text !== '') this.blocks.push({ text: escapeLineStarts(text), kind });
  }

  /** All as text within a line, where it is no more than that; else undefined. */
  asInline(): string | undefined {
    return this.blocks.length === 0 ? this.line : undefined;
  }

  /** All in one line, wherever lines ended. */
  inOneLine(): string {
    if (this.blocks.length === 0) return this.line.trim().replaceAll(/\s*\n\s*/g, ' ');
    this.endLine();
    return this.blocks.map(({ text }) => text.replaceAll(/\s*\n\s*/g, ' ')).join(' ');
  }

  /** The blocks apart from each other; in an item of a list, a list stands right below the line that it belongs to. */
  toText(isItem = false): string {
    this.endLine();
    return this.blocks.map(({ text, kind }, index) => {
      if (index === 0) return text;
      const isBelow = isItem && kind === 'list' && this.blocks[index - 1]?.kind === 'line';
      return (isBelow ? '\n' : '\n\n') + text;
    }).join('');
  }
}
