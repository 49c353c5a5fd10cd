import assert from 'node:assert/strict';
import { startPeriodic } from '../../../services/concurrency/periodic.ts';

/** A subscription whose news the test gives. */
function createNews() {
  let wake = () => {};
  return {
    tell: () => wake(),
    next: () => new Promise<void>((resolve) => (wake = resolve)),
    close: () => {},
  };
}

describe('periodic work', () => {
  it('runs again after a pass that fails, and reports the failure', async () => {
    const failures: unknown[] = [];
    const third = Promise.withResolvers<void>();
    const work = startPeriodic({
      due: 1,
      onError: (error) => failures.push((error as Error).message),
      pass: async (_signal, nth) => {
        if (nth === 2) third.resolve();
        throw new Error(`pass ${nth}`);
      },
    });
    await third.promise;
    await work.stop();
    assert.deepEqual(failures.slice(0, 2), ['pass 0', 'pass 1']);
  });

  it('aborts the current pass when it is stopped, and reports no failure of that pass', async () => {
    const failures: unknown[] = [];
    const begun = Promise.withResolvers<void>();
    let hasEnded = false;
    const work = startPeriodic({
      due: 1,
      onError: (error) => failures.push(error),
      pass: async (signal) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        hasEnded = true;
        throw new Error('cut off');
      },
    });
    await begun.promise;
    await work.stop();
    assert.deepEqual([hasEnded, failures], [true, []]);
  });

  it('runs again after a notification during a pass', async () => {
    const news = createNews();
    const second = Promise.withResolvers<void>();
    const work = startPeriodic({
      due: () => news,
      onError: assert.fail,
      pass: async (_signal, nth) => {
        if (nth === 0) news.tell();
        else second.resolve();
      },
    });
    await second.promise;
    const stopped = work.stop();
    news.tell();
    await stopped;
  });
});
