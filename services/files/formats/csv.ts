import { parse } from 'csv-parse/sync';
import { FileFault } from './file-fault.ts';
import type { FileText } from './file-text.ts';
import { markdownTable, MAX_TABLE_LENGTH } from './markdown-table.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/** Values separated by the sign that the first line has most of, as a table. */
export function csvText(text: string): FileText {
  // What is longer than a document is not even parsed.
  const isLong = text.length > MAX_TABLE_LENGTH;
  const start = isLong ? text.slice(0, text.lastIndexOf('\n', MAX_TABLE_LENGTH) + 1 || MAX_TABLE_LENGTH) : text;
  const { markdown, isCut } = markdownTable(rowsOf(start));
  return { markdown, isCut: isCut || isLong };
}

function rowsOf(text: string): string[][] {
  const [head = ''] = text.split(/\r?\n/, 1);
  const delimiter = SEPARATORS.toSorted((one, other) => countIn(head, other) - countIn(head, one))[0] ?? ',';
  try {
    return parse(text, { delimiter, bom: true, relaxQuotes: true, relaxColumnCount: true, skipEmptyLines: true });
  } catch (error) {
    throw new FileFault('its quotes do not match', { cause: error });
  }
}

const countIn = (line: string, sign: string) => line.split(sign).length;
