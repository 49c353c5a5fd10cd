import type { Logger } from 'pino';
import type { RebuildProgress } from './rebuild-requests.ts';

const EVERY_MS = 10_000;

/**
 * Logs the start of an index rebuild, its progress every ten seconds, and its end. Creating the empty index of a first
 * start is not a rebuild.
 */
export function logRebuild(
  log: Pick<Logger, 'info'>,
  now: () => number = () => performance.now(),
): (progress: RebuildProgress) => void {
  let beganAt = now();
  let saidAt = -Infinity;
  return ({ done, total, isComplete }) => {
    if (total === 0) return;
    const isBegin = done === 0 && !isComplete;
    if (isBegin) beganAt = now();
    if (!isBegin && !isComplete && now() - saidAt < EVERY_MS) return;
    saidAt = now();
    const stage = isComplete ? `complete after ${((now() - beganAt) / 1_000).toFixed(1)} s, ` : '';
    log.info({ documents: done, total }, `index rebuild: ${stage}${done} of ${total} documents`);
  };
}
