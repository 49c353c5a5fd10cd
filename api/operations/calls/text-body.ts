/** A response that is text of another type than JSON. */
export class TextBody {
  readonly contentType: string;
  readonly text: string;

  constructor(contentType: string, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}

const LINE_END = '\r\n';
// A spreadsheet computes a cell that begins with one of these, and a name may come from anyone.
const FORMULA = /^[=+\-@\t\r]/;

/** A table by RFC 4180, its first line the names of the columns. Null is an empty cell. */
export function csvOf(columns: readonly string[], rows: ReadonlyArray<Readonly<Record<string, unknown>>>): TextBody {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return new TextBody('text/csv; charset=utf-8', lines.map((cells) => cells.map(cellOf).join(',') + LINE_END).join(''));
}

function cellOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
