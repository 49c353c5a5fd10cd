import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createForeground } from '../../services/concurrency/foreground.ts';
import { cosine } from '../../services/embeddings/port.ts';
import { createLocalEmbeddings } from '../../services/embeddings/local-embeddings.ts';
import { createModelQueue, type ModelQueue } from '../../services/embedding-model/model-queue.ts';
import type { ModelFiles } from '../../services/embedding-model/messages.ts';
import { createTokenizer } from '../../services/embedding-model/word-pieces.ts';
import { installedModel, OBTAINS_WITHIN_MS } from '../support/minilm.ts';

interface Golden {
  text: string;
  ids: number[];
  int8: string;
  fp32: string;
}

const MOST_TOKENS = 128;
// Other processors round otherwise; the golden vectors of 8 bits themselves lie this near to those of 32.
const LEAST_COSINE = 0.985;
const never = new AbortController().signal;
const golden = (
  JSON.parse(readFileSync(new URL('minilm-golden.json', import.meta.url), 'utf8')) as { vectors: Golden[] }
).vectors;
const long = Array.from({ length: 150 }, (_, number) => `word ${number}`).join(' ');

describe('the embedding model of this machine', () => {
  let files: ModelFiles;
  let queue: ModelQueue;

  before(async function () {
    this.timeout(OBTAINS_WITHIN_MS);
    const installed = await installedModel();
    if (!installed) return this.skip();
    files = installed;
    queue = createModelQueue(files);
    await queue.load();
  });
  after(() => queue?.close());

  const vector = (text: string, isUrgent = false, signal = never) => queue.vector({ text, isUrgent, signal });

  it('tokenizes texts as its publisher does', async () => {
    const tokenize = createTokenizer(await readFile(files.vocabulary, 'utf8'), MOST_TOKENS);
    for (const { text, ids } of golden) assert.deepEqual(tokenize(text), ids, text);
  });

  it("returns vectors of length 1 that are close to the published model's", async () => {
    for (const { text, fp32 } of golden) {
      const given = await vector(text);
      assert.equal(given.length, 384);
      assert.ok(Math.abs(Math.hypot(...given) - 1) < 1e-5, text);
      const near = cosine(given, floats(fp32));
      assert.ok(near >= LEAST_COSINE, `${text}: ${near}`);
    }
  });

  it('returns the same vector for a text, whatever came before', async () => {
    const first = await vector('a heron');
    await vector(long);
    assert.deepEqual(await vector('a heron'), first);
  });

  it('reads the beginning of a text that is too long', async () => {
    assert.deepEqual(await vector(`${long} ${long}`), await vector(`${long} heron`));
  });

  it('embeds a query before waiting passages', async () => {
    const done: string[] = [];
    const passages = Array.from({ length: 20 }, (_, number) =>
      vector(`${number} ${long}`).then(() => done.push('passage')),
    );
    // The first passage is being embedded by now.
    await passages[0];
    await vector('a query', true).then(() => done.push('query'));
    await Promise.all(passages);
    const place = done.indexOf('query');
    assert.ok(place <= 3, `${place} passages came before the query`);
  });

  it('skips a text whose caller has aborted, and continues', async () => {
    const caller = new AbortController();
    const waiting = vector(long);
    const gone = vector('nobody waits for this', false, caller.signal);
    caller.abort(new Error('the caller left'));
    await assert.rejects(gone, /the caller left/);
    await Promise.all([waiting, vector('a heron')]);
    await assert.rejects(vector('a heron', false, caller.signal), /the caller left/);
  });

  it('stops after the current text, and fails those that wait', async () => {
    const own = createModelQueue(files);
    const embeddings = createLocalEmbeddings(
      Promise.resolve({ queries: own, passages: own, reads: () => true }),
      createForeground(),
    );
    await own.load();
    const waiting = Promise.allSettled([
      embeddings.passages.embed([long, long, long], never),
      embeddings.queries.embed(['a query'], never),
    ]);
    await own.vector({ text: 'a heron', isUrgent: true, signal: never });
    await own.close();
    const [passages] = await waiting;
    assert.equal(passages.status, 'rejected');
    await assert.rejects(own.vector({ text: 'late', isUrgent: true, signal: never }), /is closed/);
  });

  it('returns the same vectors in the background, at the lowest priority, and does not slow other threads', async function () {
    if (process.platform !== 'linux') return this.skip();
    const own = createModelQueue(files, { isBackground: true });
    try {
      assert.deepEqual(await own.vector({ text: 'a heron', isUrgent: false, signal: never }), await vector('a heron'));
      assert.equal(threadsOfLowPriority(), 1);
      assert.notEqual(getPriority(), constants.priority.PRIORITY_LOW);
    } finally {
      await own.close();
    }
  });

  it('is released in the background if no text arrives, and loaded again for the next one', async function () {
    if (process.platform !== 'linux') return this.skip();
    const own = createModelQueue(files, { isBackground: true, releaseAfterMs: 20 });
    const embed = () => own.vector({ text: 'a heron', isUrgent: false, signal: never });
    try {
      const first = await embed();
      while (threadsOfLowPriority() > 0) await sleep(10);
      assert.deepEqual(await embed(), first);
      assert.equal(threadsOfLowPriority(), 1);
    } finally {
      await own.close();
    }
  });

  it('reports a file that is not a model', async () => {
    const broken = createModelQueue({ ...files, model: files.vocabulary });
    await assert.rejects(broken.load(), /protobuf|load model/i);
    await assert.rejects(broken.vector({ text: 'a heron', isUrgent: true, signal: never }), /protobuf|load model/i);
    await broken.close();
  });
});

function threadsOfLowPriority(): number {
  return readdirSync('/proc/self/task').filter(
    (thread) => getPriority(Number(thread)) === constants.priority.PRIORITY_LOW,
  ).length;
}

function floats(base64: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
}
