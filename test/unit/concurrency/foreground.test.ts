import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createForeground } from '../../../services/concurrency/foreground.ts';

const never = new AbortController().signal;

describe('work in the background', () => {
  it('waits until the work that a caller waits for has ended', async () => {
    const foreground = createForeground();
    const work = Promise.withResolvers<void>();
    const steps: string[] = [];
    const searching = foreground.during(() => work.promise).then(() => steps.push('searched'));
    const waiting = foreground.quiet(never).then(() => steps.push('went on'));
    await sleep(30);
    work.resolve();
    await Promise.all([searching, waiting]);
    assert.deepEqual(steps, ['searched', 'went on']);
  });

  it('progresses once in a while beside callers who never pause', async () => {
    let now = 0;
    const foreground = createForeground(() => (now += 100));
    const work = Promise.withResolvers<void>();
    const searching = foreground.during(() => work.promise);
    await foreground.quiet(never);
    assert.ok(now >= 1_000);
    work.resolve();
    await searching;
  });

  it('continues at once if no caller waits, and after failed work', async () => {
    let now = 0;
    const foreground = createForeground(() => now);
    await foreground.quiet(never);
    await assert.rejects(
      foreground.during(() => Promise.reject(new Error('the search failed'))),
      /search failed/,
    );
    now = 1_000;
    await foreground.quiet(never);
  });

  it('ends its wait with its signal', async () => {
    const foreground = createForeground();
    const work = Promise.withResolvers<void>();
    const searching = foreground.during(() => work.promise);
    const stop = new AbortController();
    const waiting = foreground.quiet(stop.signal);
    stop.abort(new Error('the service stops'));
    await assert.rejects(waiting, /service stops/);
    work.resolve();
    await searching;
  });
});
