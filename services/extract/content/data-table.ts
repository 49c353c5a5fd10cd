import { isTag, type Element } from 'domhandler';
import { findAll } from '../dom/elements.ts';
import { largest } from '../dom/largest.ts';
import { textLengthOf } from '../dom/text-measure.ts';

/** In a data table the largest cell holds less than this share of the text. */
const SHARE_OF_LARGEST_CELL = 0.5;
/** A smaller table counts as data, whatever the size of its largest cell. */
const CHARACTERS_OF_SMALL_TABLE = 600;
/** Cells of data are short. */
const CHARACTERS_OF_CELL = 500;
const BLOCKS = new Set(['table', 'article', 'section', 'h1', 'h2', 'h3', 'form']);

/** Whether a table holds data in rows and columns; a layout table does not. */
export function isDataTable(table: Element): boolean {
  if (table.attribs.role === 'presentation' || table.attribs.role === 'none') return false;
  const rows = rowsOf(table);
  const cells = rows.flatMap((row) => cellsOf(row));
  // A single column or a single row is not a data table, whatever its markup.
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

/** The rows of a table itself, without those of nested tables. */
export function rowsOf(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot' ? rowsOf(child) : [];
  });
}

export function cellsOf(row: Element): Element[] {
  return row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th');
}
