import { strToU8, zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { FileFault } from './file-fault.ts';
import type { FileText } from './file-text.ts';
import { markdownTable, MAX_TABLE_LENGTH } from './markdown-table.ts';
import { officeParts, requiredPart } from './office-parts.ts';

const MOST_CELLS = 2_000_000;
const COLUMNS_BASE = 26;

/** A workbook (xlsx): each sheet a heading with its table. */
export async function workbookText(bytes: Uint8Array): Promise<FileText> {
  const parts = officeParts(
    bytes,
    (name) => /\.(?:xml|rels)$/.test(name) && !/\/(?:drawings|charts|theme|media)\//.test(name),
  );
  requiredPart(parts, 'xl/workbook.xml');
  for (const [name, part] of parts) if (name.startsWith('xl/worksheets/')) requireSmallGrid(part);
  // Only what was unpacked within the bounds reaches the library, which has none.
  const bounded = zipSync(Object.fromEntries([...parts].map(([name, part]) => [name, strToU8(part)])), { level: 0 });
  const sheets = await readWorkbook(Buffer.from(bounded)).catch((error: unknown) => {
    throw new FileFault('it is not a valid workbook', { cause: error });
  });
  const written: string[] = [];
  let isCut = false;
  for (const { sheet, data } of sheets) {
    const table = markdownTable(data.map((row) => row.map(cellText)));
    if (table.markdown === '') continue;
    isCut ||= table.isCut;
    written.push(`## ${sheet.replace(/\s+/g, ' ').trim()}`, table.markdown);
    if (written.reduce((sum, { length }) => sum + length, 0) > MAX_TABLE_LENGTH) break;
  }
  return { markdown: written.join('\n\n'), isCut };
}

/** The library makes a cell for each place up to the last one. */
function requireSmallGrid(sheet: string): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', digits = ''] of sheet.matchAll(/<(?:\w+:)?c\b[^>]*?\sr="([A-Z]{1,3})(\d{1,7})"/g)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows * columns > MOST_CELLS) throw new FileFault(`one of its sheets has more than ${MOST_CELLS} cells`);
}

const columnOf = (letters: string) =>
  Array.from(letters).reduce((column, letter) => column * COLUMNS_BASE + letter.charCodeAt(0) - 64, 0);

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (!(cell instanceof Date)) return '';
  const [day = '', time = ''] = Number.isNaN(cell.getTime()) ? [] : cell.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
}
