import { isTag, type Element } from 'domhandler';
import { findAll } from '../dom/elements.ts';
import { largest } from '../dom/largest.ts';
import { textLengthOf } from '../dom/text-measure.ts';

/** In a table of data the largest cell holds less than this part of the text. */
const SHARE_OF_LARGEST_CELL = 0.5;
/** A small table is data whichever of its cells is the largest. */
const CHARACTERS_OF_SMALL_TABLE = 600;
/** Cells of data hold little. */
const CHARACTERS_OF_CELL = 500;
const BLOCKS = new Set(['table', 'article', 'section', 'h1', 'h2', 'h3', 'form']);

/** Whether a table holds data in rows and columns, instead of laying the page out. */
export function isDataTable(table: Element): boolean {
  if (table.attribs.role === 'presentation' || table.attribs.role === 'none') return false;
  const rows = rowsOf(table);
  const cells = rows.flatMap((row) => cellsOf(row));
  // One cell a row, or one row, is no table, with any markup inside.
  if (rows.length < 2 || rows.every((row) => cellsOf(row).length < 2)) return false;
  if (findAll(({ name }) => BLOCKS.has(name), cells).length > 0) return false;
  if (
    cells.some(({ name }) => name === 'th') ||
    table.children.some((child) => isTag(child) && child.name === 'caption')
  )
    return true;
  const lengths = cells.map((cell) => textLengthOf(cell));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const longest = largest(lengths);
  return longest < CHARACTERS_OF_CELL && (whole < CHARACTERS_OF_SMALL_TABLE || longest < whole * SHARE_OF_LARGEST_CELL);
}

/** The rows of a table itself, not those of tables within. */
export function rowsOf(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot' ? rowsOf(child) : [];
  });
}

export function cellsOf(row: Element): Element[] {
  return row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th');
}
