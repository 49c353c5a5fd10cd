import { Element, isTag, Text, type ChildNode, type Document } from 'domhandler';
import { prepend, removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { cellsOf, isDataTable, rowsOf } from '../content/data-table.ts';
import { largest } from '../dom/largest.ts';

/** A table with more rows is data for download, not text. */
const MOST_ROWS = 2_000;
const MOST_COLUMNS = 100;

/** Makes data tables rectangular, and turns layout tables into boxes. */
export function settleTables(content: Document | Element): void {
  // From the inside out: the content of a table decides its kind.
  for (const table of findAll(({ name }) => name === 'table', content.children).toReversed()) {
    if (isDataTable(table)) straighten(table);
    else unfold(table);
  }
}

/**
 * Gives each row the same number of cells: a cell that spans rows is repeated, one that spans columns is followed by
 * blanks.
 */
function straighten(table: Element): void {
  const caption = table.children.filter(isTag).find(({ name }) => name === 'caption');
  if (caption) {
    removeElement(caption);
    if (textContent(caption).trim() !== '') prepend(table, new Element('p', {}, caption.children));
  }
  const rows = rowsOf(table);
  const grid = gridOf(rows.slice(0, MOST_ROWS));
  const columns = largest(grid.map((row) => row.length));
  const written = grid.map(
    (cells) =>
      new Element(
        'tr',
        {},
        Array.from({ length: columns }, (_, column) => cells[column] ?? blank()),
      ),
  );
  table.children = written;
  for (const row of written) row.parent = table;
}

function gridOf(rows: Element[]): Element[][] {
  const grid: Element[][] = rows.map(() => []);
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x]) x += 1;
      const width = span(cell, 'colspan', MOST_COLUMNS - x);
      for (let down = 0; down < span(cell, 'rowspan', rows.length - y); down += 1) {
        grid[y + down]?.splice(x, width, copyOf(cell, down), ...Array.from({ length: width - 1 }, blank));
      }
      x += width;
    }
  });
  return grid;
}

const span = ({ attribs }: Element, name: string, most: number) =>
  Math.min(Math.max(Number.parseInt(attribs[name] ?? '1', 10) || 1, 1), Math.max(most, 1));

const blank = () => new Element('td', {}, []);

const copyOf = (cell: Element, down: number): Element =>
  down === 0 ? cell : new Element(cell.name, {}, [new Text(textContent(cell).trim())]);

const BOXES = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);

function unfold(table: Element): void {
  const visit = (node: ChildNode): void => {
    if (!isTag(node) || !BOXES.has(node.name)) return;
    node.name = 'div';
    for (const child of node.children) visit(child);
  };
  visit(table);
}
