import type { Tally } from '../../services/ingest/store.ts';

const LINE_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 100;
const BAR_WIDTH = 24;
const LEAST_BAR_WIDTH = 4;
// Brackets and a space.
const BAR_FRAME = 3;
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = '\r\u001B[K';

/** Shows progress: a bar on a terminal, else a line every few seconds. On standard error, because results go to standard output. */
export interface Progress {
  show(tally: Readonly<Tally>): void;
  /** Removes the bar. */
  end(): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const everyMs = stream.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS;
  // A terminal shows the first portion at once; the log of a short run gets no line.
  let shownAt = stream.isTTY ? -Infinity : performance.now();
  return {
    show(tally) {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      stream.write(
        stream.isTTY
          ? CLEAR_LINE + progressLine(tally, stream.columns)
          : `quarry: ${counts(tally)}${ofExpected(tally)}\n`,
      );
    },
    end: () => void (stream.isTTY && stream.write(CLEAR_LINE)),
  };
}

export const counts = ({ indexed, unchanged, failed }: Tally) =>
  `${indexed} indexed, ${unchanged} unchanged, ${failed} failed`;

const doneOf = ({ indexed, unchanged, failed }: Tally) => indexed + unchanged + failed;

const ofExpected = (tally: Tally) => (tally.expected > doneOf(tally) ? ` of ${tally.expected}` : '');

/**
 * The line of a terminal. It never wraps, because only the last line can be redrawn. The bar takes the room that the
 * numbers leave, and is omitted first if there is too little.
 *
 * @param columns of the terminal; 0 if unknown
 */
export function progressLine(tally: Readonly<Tally>, columns: number): string {
  // Some terminals wrap when the last column is written.
  const room = (columns > 0 ? columns : DEFAULT_COLUMNS) - 1;
  // The size of a pipe's content is unknown until its end.
  if (tally.expected <= doneOf(tally)) return counts(tally).slice(0, room);
  const share = doneOf(tally) / tally.expected;
  const line = `${String(Math.floor(share * 100)).padStart(3)} %  ${counts(tally)}${ofExpected(tally)}`;
  const width = Math.min(BAR_WIDTH, room - line.length - BAR_FRAME);
  if (width < LEAST_BAR_WIDTH) return line.trimStart().slice(0, room);
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${line}`;
}
