import assert from 'node:assert/strict';
import { createThreads, READY } from '../../../services/process/threads.ts';

const script = (code: string, first = '') =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (task) => { ${code} }); ${first}`)}`,
  );
const never = () => new AbortController().signal;
const OPTIONS = { threads: 1, deadlineMs: 60_000, maxHeapMb: 64 };

describe('closed threads', () => {
  const ports = () => process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;

  it('have ended, with their running and waiting tasks', async () => {
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

  it('are waited for, even if their work was abandoned before', async () => {
    const before = ports();
    const threads = createThreads<string, string>({ ...OPTIONS, script: script('for (;;);') });
    const leaving = new AbortController();
    const left = threads.run('given up', leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    await threads.close();
    assert.equal(ports(), before);
  });

  it('respond as long as they are open', async () => {
    const threads = createThreads<string, string>({
      ...OPTIONS,
      script: script('parentPort.postMessage(task.toUpperCase())'),
    });
    assert.deepEqual(await threads.run('task', never()), { status: 'done', result: 'TASK' });
    await threads.close();
  });
});

describe('a thread with a limit of 100 ms', () => {
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

  it('is not too slow if it only waited for a core', async () => {
    assert.deepEqual(await run(`${asleep(200)} parentPort.postMessage(task)`), { status: 'done', result: 'task' });
  });

  it('is too slow if it works for longer', async () => {
    assert.deepEqual(await run('for (;;);'), { status: 'failed', reason: 'too slow' });
  });

  it('is too slow if it sleeps for long', async () => {
    assert.deepEqual(await run(asleep(30_000)), { status: 'failed', reason: 'too slow' });
  });
});
