import assert from 'node:assert/strict';
import { stopInOrder } from '../../../services/process/lifecycle.ts';

const SHORT_MS = 200;
const LATE_MS = 1_500;

describe('stopping in order', () => {
  it('starts with the last group, and stops all members of a group at once', async () => {
    const begun: string[] = [];
    const other = Promise.withResolvers<void>();
    await stopInOrder([
      [async () => void begun.push('ground')],
      [() => (begun.push('waits for the other'), other.promise), async () => (begun.push('other'), other.resolve())],
    ]);
    assert.deepEqual(begun, ['waits for the other', 'other', 'ground']);
  });

  it('continues after a failure, and throws it at the end', async () => {
    const stopped: string[] = [];
    const fails = async () => {
      throw new Error('it does not stop');
    };
    await assert.rejects(stopInOrder([[async () => void stopped.push('ground')], [fails]]), /it does not stop/);
    assert.deepEqual(stopped, ['ground']);
  });

  it('continues without a member that hangs', async () => {
    const stopped: string[] = [];
    await stopInOrder([[async () => void stopped.push('ground')], [() => new Promise(() => {})]], SHORT_MS);
    assert.deepEqual(stopped, ['ground']);
  });

  it('takes the delay of one group from the time of the others', async () => {
    const begun: string[] = [];
    const hangs = (name: string) => () => (begun.push(name), new Promise<void>(() => {}));
    // A timer of the process cannot be on time meanwhile.
    const holdsTheProcess = async () => {
      for (const until = performance.now() + LATE_MS; performance.now() < until;);
    };
    const startedAt = performance.now();
    await stopInOrder([[hangs('ground')], [hangs('floor')], [holdsTheProcess]], LATE_MS);
    assert.deepEqual(begun, ['floor', 'ground']);
    assert.ok(performance.now() - startedAt < LATE_MS * 2, 'each group had a time of its own');
  });
});
