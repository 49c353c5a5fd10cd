import type { Logger } from 'pino';
import { progressLine, type EmbeddingProgress } from './progress.ts';

const EVERY_MS = 10_000;

export interface ProgressLog {
  /** After each step: so many passages got a vector. Logs every ten seconds how far embedding is. */
  embedded(passages: number): Promise<void>;
  /** Once all passages have one. Logs the end of what took so long that its progress is in the log. */
  complete(): Promise<void>;
}

/** How far embedding is, for operators. @param read counts; asked only where a line is logged */
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
