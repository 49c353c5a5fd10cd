import assert from 'node:assert/strict';
import type { Model } from '../../../services/model/port.ts';
import { modelFor } from '../../../services/model/model-for.ts';

const CALL = { system: '', user: '', maxTokens: 1 };

/** Says one word, and then nothing until it is ended. */
const silent: Model = {
  async *write(_call, signal) {
    yield 'so';
    signal.throwIfAborted();
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return undefined;
  },
};

async function written(model: Model, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of model.write(CALL, signal)) text += piece;
  return text;
}

describe('a model with a deadline', () => {
  it('fails after the deadline, whatever the next call', async () => {
    const model = modelFor(silent, 20);
    for (let asked = 0; asked < 2; asked += 1)
      await assert.rejects(written(model, new AbortController().signal), { code: 'UNAVAILABLE' });
  });

  it('is stopped by its caller as usual', async () => {
    const leaving = new AbortController();
    const writing = written(modelFor(silent, 60_000), leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(writing, /left/);
  });

  it('writes as usual before the deadline', async () => {
    const quick: Model = {
      async *write() {
        yield* ['in', ' time'];
        return { promptTokens: 1, completionTokens: 2 };
      },
    };
    assert.equal(await written(modelFor(quick, 60_000), new AbortController().signal), 'in time');
  });
});
