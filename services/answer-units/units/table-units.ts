import type { Unit } from './unit.ts';

const MOST_ROWS = 12;
const CELL_END = /(?<!\\)\|/;

/** The rows of a table, and the whole table if it is small. `lines` begins with the header row. */
export function tableUnits(markdown: string, readable: (markdown: string) => string): Array<Omit<Unit, 'block'>> {
  const [head = '', , ...rows] = markdown.split('\n');
  const names = cellsOf(head).map(readable);
  const read = rows.map((row) => cellsOf(row).map(readable)).filter((cells) => cells.some((cell) => cell !== ''));
  const units = read.map((cells, place): Omit<Unit, 'block'> => ({
    kind: 'row',
    text: rowText(names, cells),
    lines: [names, cells],
    place,
  }));
  if (read.length < 2 || read.length > MOST_ROWS) return units;
  return [
    { kind: 'table', text: read.map((cells) => rowText(names, cells)).join('; '), lines: [names, ...read], place: 0 },
    ...units,
  ];
}

/** `Name: value; Unit: value`, without empty cells. */
function rowText(names: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, place) => {
      if (cell === '') return [];
      const name = names[place] ?? '';
      return [name === '' || names.length === 1 ? cell : `${name}: ${cell}`];
    })
    .join('; ');
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(CELL_END)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim());
}
