import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { takeDataFolder } from '../../local/data-folder.ts';
import { startService } from '../../local/service.ts';
import { EMBED_PASSAGES_ID } from '../../services/temporal/names.ts';
import { readConfig } from '../../runtime/config.ts';
import type { Database } from '../../services/database/database.ts';
import { eventually } from '../support/eventually.ts';
import { startModelServer, type Embed, type ModelServer } from '../support/model-server.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const DONE_WITHIN_MS = 20_000;

// What this server holds for near: the heron and the question that it answers.
const byMeaning: Embed = (texts) =>
  texts.map((text) => (/heron|^what wades here$/i.test(text) ? [1, 0.1, 0] : [0.1, 1, 0]));

const withVectors = (database: Database) => async () =>
  Number(
    (await database.query<{ count: string }>('select count(distinct document_id) as count from passage_embeddings'))[0]
      ?.count,
  );

describe('a search with embeddings', () => {
  let server: ModelServer;
  let quarry: TestQuarry;

  before(async () => {
    server = await startModelServer();
    server.embed(byMeaning);
    quarry = await startQuarry({ QUARRY_EMBEDDINGS_MODEL: 'm', OPENAI_BASE_URL: server.baseUrl });
    const documents = [
      {
        url: 'https://example.com/pump',
        text: 'What wades through floods? Pumps that wade, waders that wade, and boots made for wading people.',
      },
      {
        url: 'https://example.com/heron',
        text: 'The grey heron wades along the shore at dusk and looks for small fish in the shallow water of the bay.',
      },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    assert.equal(await eventually(DONE_WITHIN_MS, withVectors(quarry.database), (count) => count === 2), 2);
  });
  after(async () => {
    await quarry.stop();
    await server.close();
  });

  const found = async (tier: string, query = 'what wades here') => {
    const { status, body } = await quarry.call('POST', '/v1/search', { query, tier });
    assert.equal(status, 200);
    return body.documents.map(({ url }: { url: string }) => url.slice(20));
  };

  it('ranks by meaning in the tier pro, and calls no server for the tier base', async () => {
    // The workflow that embeds passages may ask for the dimension at any time.
    const asked = () => server.embedded.filter(([text]) => text !== 'dimension').length;
    const before = asked();
    assert.deepEqual(await found('base'), ['pump', 'heron']);
    assert.equal(asked(), before);
    assert.deepEqual(await found('pro'), ['heron', 'pump']);
    assert.ok(server.embedded.some(([text]) => text === 'what wades here'));
  });

  it('ranks as without embeddings if the server is silent', async () => {
    // Of the query alone: the workflow that embeds passages may ask for the dimension meanwhile.
    server.embed((texts) => (texts.includes('what wades here?') ? 'silence' : byMeaning(texts)));
    assert.deepEqual(await found('pro', 'what wades here?'), ['pump', 'heron']);
    server.embed(byMeaning);
  });

  it('embeds a new version of a document, and deletes the vectors of a deleted one', async () => {
    const vectors = async () =>
      (await quarry.database.query<{ count: string }>('select count(*) as count from passage_embeddings'))[0]?.count;
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://example.com/pump', text: 'Another text of a pump that wades.' }],
    });
    const embedded = () =>
      Promise.resolve(server.embedded.flat().some((text) => text.endsWith('Another text of a pump that wades.')));
    assert.ok(await eventually(DONE_WITHIN_MS, embedded, Boolean));
    await quarry.call('DELETE', '/v1/documents', { urls: ['https://example.com/pump'] });
    assert.equal(await eventually(DONE_WITHIN_MS, vectors, (count) => count === '1'), '1');
  });
});

describe('embedding that a restart interrupts', function () {
  this.timeout(60_000);

  // Of the tests before, on the same Temporal server: one workflow embeds for all, and would be waiting for their worker.
  before(async () => {
    const connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
    await new Client({ connection }).workflow
      .getHandle(EMBED_PASSAGES_ID)
      .terminate()
      .catch(() => undefined);
    await connection.close();
  });

  it('resumes, and requests no vector twice', async () => {
    const [server, scratch, folder] = await Promise.all([
      startModelServer(),
      createTestDatabase(),
      mkdtemp(join(tmpdir(), 'quarry-test-')),
    ]);
    const environment = {
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_DATA_DIR: folder,
      QUARRY_LOG: 'silent',
      QUARRY_SEED_DOCS: 'false',
      QUARRY_PROVIDERS: '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_EMBEDDINGS_MODEL: 'm',
      OPENAI_BASE_URL: server.baseUrl,
    };
    const start = async () =>
      startService({
        config: readConfig(environment),
        folder: await takeDataFolder(folder),
        log: pino({ level: 'silent' }),
      });
    // The first batch comes through, and no other one.
    let isAnswered = false;
    server.embed((texts) => {
      if (texts[0] === 'dimension') return [[1, 0, 0]];
      if (isAnswered) return { status: 500 };
      isAnswered = true;
      return texts.map(() => [1, 0, 0]);
    });
    const documents = Array.from({ length: 120 }, (_, number) => ({
      url: `https://example.com/${number}`,
      text: `Heron number ${number}.`,
    }));
    const first = await start();
    const key = (await readFile(first.keyFile, 'utf8')).trim();
    await call(`${first.rest}/v1/documents`, 'POST', { documents }, { 'x-api-key': key });
    const count = withVectors(scratch.database);
    const done = await eventually(DONE_WITHIN_MS, count, (count) => count > 0);
    await first.stop();
    assert.ok(done > 0 && done < 120, `${done} documents`);

    const before = server.embedded.length;
    server.embed((texts) => texts.map(() => [1, 0, 0]));
    const second = await start();
    assert.equal(await eventually(DONE_WITHIN_MS, count, (count) => count === 120), 120);
    const askedAgain = server.embedded
      .slice(before)
      .flat()
      .filter((text) => text !== 'dimension');
    assert.equal(askedAgain.length, 120 - done);
    await second.stop();
    await scratch.drop();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
});
