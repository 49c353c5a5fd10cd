import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { obtainModel } from '../../local/embedding-model/obtain-model.ts';
import type { ModelSource, PublishedFiles } from '../../local/embedding-model/published-model.ts';
import { givenBy, OBTAINS_WITHIN_MS, publishedModel } from '../support/minilm.ts';

const never = new AbortController().signal;
const outOfReach: ModelSource = async () => Promise.reject(new Error('publisher.example: connect ETIMEDOUT'));

describe('obtaining the embedding model', function () {
  this.timeout(OBTAINS_WITHIN_MS);
  const cacheBefore = process.env.XDG_CACHE_HOME;
  let published: PublishedFiles;
  let folder: string;

  before(async function () {
    const files = await publishedModel();
    if (!files) return this.skip();
    published = files;
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    process.env.XDG_CACHE_HOME = folder;
  });
  afterEach(async () => {
    if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = cacheBefore;
    await rm(folder, { recursive: true, force: true });
  });

  const obtain = (sources: readonly ModelSource[], signal = never) =>
    obtainModel({ signal, progress: () => {}, sources });
  const inCache = () => readdir(join(folder, 'quarry'));

  it('converts the published weights to the pinned file, with its licence and a notice', async () => {
    const { model, vocabulary } = await obtain([outOfReach, givenBy(published)]);
    assert.deepEqual((await readdir(dirname(model))).sort(), ['LICENSE', 'NOTICE', 'model.onnx', 'vocab.txt']);
    assert.deepEqual(await readFile(vocabulary), await readFile(published.vocabulary));
    assert.match(
      await readFile(join(dirname(model), 'NOTICE'), 'utf8'),
      /Apache License 2\.0[\s\S]*quantized to 8 bits/,
    );
    assert.match(await readFile(join(dirname(model), 'LICENSE'), 'utf8'), /Apache License/);
    assert.equal((await inCache()).length, 1);
    assert.deepEqual(await obtain([]), { model, vocabulary });
  });

  it('refuses other weights, and reports it', async () => {
    const weights = join(folder, 'weights');
    const bytes = await readFile(published.weights);
    bytes[bytes.length - 1] = 0x55;
    await writeFile(weights, bytes);
    await assert.rejects(
      obtain([givenBy({ ...published, weights })]),
      /the download of the weights has the hash \w{64}, and the pinned hash is \w{64}/,
    );
    assert.deepEqual(await inCache(), []);
  });

  it('reports why each source failed, and the remedy', async () => {
    await assert.rejects(
      obtain([outOfReach, outOfReach]),
      /could not be obtained: publisher\.example: connect ETIMEDOUT; publisher\.example.*HTTPS_PROXY.*pip.*quarry models install/,
    );
    assert.deepEqual(await inCache(), []);
  });

  it('stops with its caller, and leaves nothing behind', async () => {
    const caller = new AbortController();
    const asked = obtain([givenBy(published)], caller.signal);
    setTimeout(() => caller.abort(new Error('the service stops')), 100);
    await assert.rejects(asked, /the service stops/);
    assert.deepEqual(await inCache(), []);
  });

  it('happens once if two processes start together', async () => {
    const [one, other] = [start(), start()];
    const outputs = await Promise.all([one.output(), other.output()]);
    assert.equal(outputs.join('').match(/converting/g)?.length, 1);
    assert.deepEqual(
      outputs.map((output) => output.endsWith('done\n')),
      [true, true],
    );
    assert.equal((await inCache()).length, 1);
  });

  it('leaves no partial model if it is killed, and starts again', async () => {
    const killed = start();
    for await (const line of createInterface(killed.child.stdout)) if (line.startsWith('converting')) break;
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const left = await inCache();
    assert.ok(
      left.some((name) => name.includes('unfinished')),
      left.join(),
    );
    assert.ok(
      left.every((name) => /unfinished|lock/.test(name)),
      left.join(),
    );
    assert.match(await start().output(), /done\n$/);
    const isUnfinished = (name: string) => name.includes('unfinished');
    assert.equal((await inCache()).filter((name) => !isUnfinished(name)).length, 1);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const name of (await inCache()).filter(isUnfinished))
      await utimes(join(folder, 'quarry', name), anHourAgo, anHourAgo);
    await obtain([]);
    assert.equal((await inCache()).length, 1);
  });

  function start() {
    const parameters = ['test/support/obtain-from.ts', published.weights, published.vocabulary];
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    const output = async () => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await once(child, 'close');
      return said;
    };
    return { child, output };
  }
});
