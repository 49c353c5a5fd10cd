import type { Tally } from '../services/ingest/store.ts';

const LINE_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001B[K';

/** Tells how far a run is: a bar on a terminal, else a line every few seconds. On standard error: results go to the other. */
export interface Progress {
  show(tally: Readonly<Tally>): void;
  /** Takes the bar away. */
  end(): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const everyMs = stream.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS;
  let shownAt = performance.now();
  return {
    show(tally) {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      stream.write(stream.isTTY ? `${CLEAR_LINE}${bar(tally).slice(0, stream.columns - 1)}` : `quarry: ${counts(tally)}${ofExpected(tally)}\n`);
    },
    end: () => void (stream.isTTY && stream.write(CLEAR_LINE)),
  };
}

export const counts = ({ indexed, unchanged, failed }: Tally) => `${indexed} indexed, ${unchanged} unchanged, ${failed} failed`;

const doneOf = ({ indexed, unchanged, failed }: Tally) => indexed + unchanged + failed;

const ofExpected = (tally: Tally) => (tally.expected > doneOf(tally) ? ` of ${tally.expected}` : '');

function bar(tally: Tally): string {
  // What comes from a pipe is not known before it is there.
  if (tally.expected <= doneOf(tally)) return counts(tally);
  const share = doneOf(tally) / tally.expected;
  const filled = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${counts(tally)}${ofExpected(tally)}`;
}
