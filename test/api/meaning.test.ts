import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { eventually } from '../support/eventually.ts';
import { installedModel, OBTAINS_WITHIN_MS } from '../support/minilm.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const DONE_WITHIN_MS = 30_000;
const READY = 'ranking by meaning is ready';

/** The lines of a log, as programs read them. */
function listenedLog() {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { log, logged: async () => lines.join('') };
}

describe('a service without an embeddings server', function () {
  this.timeout(OBTAINS_WITHIN_MS);
  let quarry: TestQuarry;
  const { log, logged } = listenedLog();

  before(async function () {
    if (!(await installedModel())) return this.skip();
    quarry = await startQuarry({ QUARRY_EMBEDDINGS_MODEL: '' }, { isAnnounced: false, log });
  });
  after(() => quarry?.stop());

  const vectors = async () =>
    Number((await quarry.database.query<{ count: string }>('select count(*) from passage_embeddings'))[0]?.count);
  const search = async (query: string) => {
    const { status, body } = await quarry.call('POST', '/v1/search', { query, tier: 'pro' });
    assert.equal(status, 200);
    return body.documents.map(({ url }: { url: string }) => url.slice(20));
  };

  it('starts ranking by meaning after it is ready, with the existing documents', async () => {
    await quarry.call('POST', '/v1/documents', {
      documents: [
        { url: 'https://example.com/boat', text: 'The doctor painted the boat of the hospital in blue and green.' },
        { url: 'https://example.com/ward', text: 'A physician treats sick people in the ward, paid for by the state.' },
      ],
    });
    assert.deepEqual(await search('doctor for ill people'), ['boat', 'ward']);
    assert.equal(await vectors(), 0);
    quarry.markReady();
    const output = await eventually(DONE_WITHIN_MS, logged, (lines) => lines.includes(READY));
    assert.ok(output.includes(READY), output);
    assert.equal(await eventually(DONE_WITHIN_MS, vectors, (count) => count === 2), 2);
    assert.deepEqual(await search('doctor for ill people'), ['ward', 'boat']);
  });

  it('embeds documents that are indexed later', async () => {
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://example.com/nurse', text: 'Nurses look after patients.' }],
    });
    assert.equal(await eventually(DONE_WITHIN_MS, vectors, (count) => count === 3), 3);
  });
});

describe('a service that cannot reach the embedding model', function () {
  this.timeout(60_000);

  it('reports it once, and ranks without embeddings', async () => {
    const [scratch, folder] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'quarry-test-'))]);
    const key = newApiKey();
    const nowhere = 'http://127.0.0.1:9';
    const api = await startProcess(['api'], {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      QUARRY_DATA_DIR: folder,
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_EMBEDDINGS_MODEL: '',
      XDG_CACHE_HOME: folder,
      https_proxy: nowhere,
      PIP_INDEX_URL: nowhere,
      PIP_RETRIES: '0',
      PIP_CONFIG_FILE: '/dev/null',
    });
    const said = /^quarry: ranking by meaning is off until the next start: .*$/gm;
    const output = await eventually(
      DONE_WITHIN_MS,
      async () => api.stderr(),
      (text) => said.test(text),
    );
    assert.equal(output.match(said)?.length, 1, output);
    assert.match(output, /the embedding model could not be obtained: huggingface\.co: .*pip/);
    const { status } = await call(`${api.ready.rest}/v1/account`, 'GET', undefined, { 'x-api-key': key });
    assert.equal(status, 200);
    assert.equal(await api.end('SIGTERM'), 0);
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });
});
