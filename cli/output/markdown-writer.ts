import type { Output } from './output.ts';
import { printableLines } from './printable.ts';

// Answers cite `([Title](url))`.
const LINK = /\(?(?<!!)\[((?:\\.|[^[\]\\\n])+)\]\(<?([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?\)\)?/g;
const FENCE = /^\s*(?:```|~~~)/;

/** Writes Markdown for a terminal as it comes: headings, emphasis, code, and links as footnotes. */
export interface MarkdownWriter {
  /** @param piece whole sentences: no link may be cut */
  write(piece: string): void;
  /** Writes the footnotes. */
  end(): void;
}

export function createMarkdownWriter(output: Output): MarkdownWriter {
  const notes: string[] = [];
  let isCode = false;
  let isLineBegun = false;

  function noteOf(url: string): number {
    if (!notes.includes(url)) notes.push(url);
    return notes.indexOf(url) + 1;
  }

  const withNotes = (text: string) =>
    text.replaceAll(LINK, (link: string, title: string, url: string) => {
      const note = output.style('cyan', `[${noteOf(url)}]`);
      const isCitation = link.startsWith('(') && link.endsWith('))');
      return isCitation ? note : `${link.startsWith('(') ? '(' : ''}${title} ${note}`;
    });

  function line(text: string): string {
    if (FENCE.test(text)) {
      isCode = !isCode;
      return output.style('dim', text);
    }
    if (isCode) return output.style('green', text);
    const [, heading] = (!isLineBegun && /^#{1,6} (.+)$/.exec(text)) || [];
    if (heading !== undefined) return output.style('bold', withNotes(heading));
    return withNotes(text)
      .replaceAll(/\*\*([^*\n]+)\*\*/g, (_, strong: string) => output.style('bold', strong))
      .replaceAll(/`([^`\n]+)`/g, (_, code: string) => output.style('green', code));
  }

  return {
    write(piece) {
      const lines = printableLines(piece).split('\n');
      for (const [place, text] of lines.entries()) {
        if (place > 0) {
          output.write('\n');
          isLineBegun = false;
        }
        if (text === '') continue;
        output.write(
          line(isLineBegun || place === lines.length - 1 ? keepEnd(text, piece, place === lines.length - 1) : text),
        );
        isLineBegun = true;
      }
    },
    end() {
      output.write(isLineBegun ? '\n' : '');
      if (notes.length > 0) output.write('\n');
      for (const [place, url] of notes.entries())
        output.write(`${output.style('cyan', `[${place + 1}]`)} ${output.style('dim', url)}\n`);
    },
  };
}

/** The spaces at the end of a piece separate it from the next one. */
function keepEnd(text: string, piece: string, isLast: boolean): string {
  return isLast ? text + (/ +$/.exec(piece)?.[0] ?? '') : text;
}
