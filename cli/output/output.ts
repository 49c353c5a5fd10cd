import { styleText } from 'node:util';
import { printableJson } from './printable.ts';

const DEFAULT_COLUMNS = 80;
const MOST_COLUMNS = 120;
const CLEAR_LINE = '\r\u001B[K';

type Format = Parameters<typeof styleText>[0];

/** Where a command writes: for a person at a terminal, or JSON lines for a program. */
export interface Output {
  isTerminal: boolean;
  columns: number;
  write(text: string): void;
  /** One value as a line of JSON. */
  json(value: unknown): void;
  /** Coloured, where the terminal shows colours and `NO_COLOR` is not set. */
  style(format: Format, text: string): string;
  /** A line on standard error that the next one replaces. Nothing where that is no terminal. */
  progress(text: string): void;
}

export type WriteStream = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** @param isJson JSON lines on a terminal too */
export function createOutput(
  isJson: boolean,
  stdout: WriteStream = process.stdout,
  stderr: WriteStream = process.stderr,
): Output {
  const isTerminal = stdout.isTTY && !isJson;
  // Both are what https://no-color.org and terminfo say.
  const isColoured = isTerminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return {
    isTerminal,
    columns: Math.min(stdout.columns || DEFAULT_COLUMNS, MOST_COLUMNS),
    write: (text) => void stdout.write(text),
    json: (value) => void stdout.write(`${printableJson(value)}\n`),
    style: (format, text) => (isColoured ? styleText(format, text, { validateStream: false }) : text),
    progress(text) {
      if (isTerminal && stderr.isTTY)
        stderr.write(`${CLEAR_LINE}${text.slice(0, (stderr.columns || DEFAULT_COLUMNS) - 1)}`);
    },
  };
}
