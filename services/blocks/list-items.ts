import { LIST_MARK } from './scan-lines.ts';

/** The items of a list, each as its lines without mark and indentation. */
export function listItems(lines: readonly string[]): string[][] {
  const items: string[][] = [];
  let indentation = 0;
  for (const line of lines) {
    const mark = LIST_MARK.exec(line);
    const isItem = mark !== null && (items.length === 0 || (mark[1]?.length ?? 0) < Math.max(2, indentation));
    if (isItem) {
      indentation = Math.min(mark[0].length, (mark[1]?.length ?? 0) + (mark[2]?.length ?? 0) + 4);
      items.push([line.slice(mark[0].length)]);
    } else items.at(-1)?.push(withoutIndentation(line, indentation));
  }
  return items.map(withoutBlankEnd);
}

/** Without at most so many columns of white space; a tab counts as four. */
function withoutIndentation(line: string, columns: number): string {
  let at = 0;
  let column = 0;
  while (column < columns && (line[at] === ' ' || line[at] === '\t')) {
    column += line[at] === '\t' ? 4 : 1;
    at += 1;
  }
  return line.slice(at);
}

function withoutBlankEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
