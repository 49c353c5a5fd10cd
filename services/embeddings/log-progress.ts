import type { Logger } from 'pino';
import { progressLine, type EmbeddingProgress } from './progress.ts';

const EVERY_MS = 10_000;

export interface ProgressLog {
  /** Reports the number of passages embedded by a step. Logs the progress at most every ten seconds. */
  embedded(passages: number): Promise<void>;
  /** Reports that all passages are embedded. Logs it only if progress was logged before. */
  complete(): Promise<void>;
}

/**
 * Logs the progress of embedding for operators.
 *
 * @param read counts the passages; called only to log a line
 * @param now  monotonic time in milliseconds
 */
export function createProgressLog(
  log: Pick<Logger, 'info'>,
  read: () => Promise<EmbeddingProgress>,
  now: () => number = () => performance.now(),
): ProgressLog {
  let began: { at: number } | undefined;
  let since = { at: 0, passages: 0 };
  let isLogged = false;
  return {
    async embedded(passages) {
      if (!began) {
        began = { at: now() };
        since = { at: began.at, passages: 0 };
      }
      since.passages += passages;
      const seconds = (now() - since.at) / 1_000;
      if (seconds * 1_000 < EVERY_MS) return;
      const progress = await read();
      log.info({ ...progress }, `embedding: ${progressLine(progress, since.passages / seconds)}`);
      since = { at: now(), passages: 0 };
      isLogged = true;
    },
    async complete() {
      const seconds = began && ((now() - began.at) / 1_000).toFixed(1);
      const wasLogged = isLogged;
      [began, isLogged] = [undefined, false];
      if (!wasLogged) return;
      const progress = await read();
      log.info({ ...progress }, `embedding: complete after ${seconds} s, ${progressLine(progress, undefined)}`);
    },
  };
}
