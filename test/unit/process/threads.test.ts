import assert from 'node:assert/strict';
import { createThreads, READY } from '../../../services/process/threads.ts';

const script = (code: string, first = '') =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (task) => { ${code} }); ${first}`)}`,
  );
const never = () => new AbortController().signal;
const OPTIONS = { threads: 1, deadlineMs: 60_000, maxHeapMb: 64 };

describe('threads that are closed', () => {
  const ports = () => process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;

  it('have ended by then, with what they did and what waited for them', async () => {
    const before = ports();
    const threads = createThreads<string, string>({ ...OPTIONS, script: script('for (;;);') });
    const running = [threads.run('first', never()), threads.run('second', never())];
    await threads.close();
    assert.deepEqual(
      await Promise.all(running),
      Array.from({ length: 2 }, () => ({ status: 'failed', reason: 'crashed' })),
    );
    assert.deepEqual(await threads.run('later', never()), { status: 'failed', reason: 'crashed' });
    assert.equal(ports(), before);
  });

  it('are waited for, also where their work was given up before', async () => {
    const before = ports();
    const threads = createThreads<string, string>({ ...OPTIONS, script: script('for (;;);') });
    const leaving = new AbortController();
    const left = threads.run('given up', leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    await threads.close();
    assert.equal(ports(), before);
  });

  it('answer as long as they are open', async () => {
    const threads = createThreads<string, string>({
      ...OPTIONS,
      script: script('parentPort.postMessage(task.toUpperCase())'),
    });
    assert.deepEqual(await threads.run('task', never()), { status: 'done', result: 'TASK' });
    await threads.close();
  });
});

describe('a thread that has 100 ms for its task', () => {
  const run = async (code: string) => {
    const threads = createThreads<string, string>({
      ...OPTIONS,
      deadlineMs: 100,
      startMs: 60_000,
      script: script(code, `parentPort.postMessage('${READY}')`),
    });
    try {
      return await threads.run('task', never());
    } finally {
      await threads.close();
    }
  };
  const asleep = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;

  it('is not too slow for having waited for a core meanwhile', async () => {
    assert.deepEqual(await run(`${asleep(200)} parentPort.postMessage(task)`), { status: 'done', result: 'task' });
  });

  it('is too slow when it works for longer', async () => {
    assert.deepEqual(await run('for (;;);'), { status: 'failed', reason: 'too slow' });
  });

  it('is too slow when it sleeps on', async () => {
    assert.deepEqual(await run(asleep(30_000)), { status: 'failed', reason: 'too slow' });
  });
});
