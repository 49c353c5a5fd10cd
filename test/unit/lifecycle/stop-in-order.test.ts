import assert from 'node:assert/strict';
import { stopInOrder } from '../../../services/lifecycle.ts';

describe('stopping in order', () => {
  it('takes the last group first, and begins all members of a group at once', async () => {
    const begun: string[] = [];
    const other = Promise.withResolvers<void>();
    await stopInOrder([
      [async () => void begun.push('ground')],
      [() => (begun.push('waits for the other'), other.promise), async () => (begun.push('other'), other.resolve())],
    ]);
    assert.deepEqual(begun, ['waits for the other', 'other', 'ground']);
  });

  it('goes on after a failure, and throws it at the end', async () => {
    const stopped: string[] = [];
    const fails = async () => {
      throw new Error('it does not stop');
    };
    await assert.rejects(stopInOrder([[async () => void stopped.push('ground')], [fails]]), /it does not stop/);
    assert.deepEqual(stopped, ['ground']);
  });

  it('goes on without one that hangs', async () => {
    const stopped: string[] = [];
    await stopInOrder([[async () => void stopped.push('ground')], [() => new Promise(() => {})]]);
    assert.deepEqual(stopped, ['ground']);
  });
});
