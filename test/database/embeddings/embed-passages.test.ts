import assert from 'node:assert/strict';
import { createEmbedPassages, type EmbedPassages } from '../../../services/embeddings/embed-passages.ts';
import type { ProgressLog } from '../../../services/embeddings/log-progress.ts';
import { readProgress } from '../../../services/embeddings/progress.ts';
import { createOpenAiEmbeddings } from '../../../services/embeddings/openai.ts';
import { startModelServer, type ModelServer } from '../../support/model-server.ts';
import { openScene, type Scene } from '../documents/scene.ts';

const never = new AbortController().signal;
const progress: ProgressLog = { embedded: async () => {}, complete: async () => {} };
const given = (name: string, text: string) => ({ url: `https://example.com/${name}`, title: name, text });

describe('embedding passages', () => {
  let scene: Scene;
  let server: ModelServer;
  let embedding: EmbedPassages;

  beforeEach(async () => {
    [scene, server] = await Promise.all([openScene(), startModelServer()]);
    server.embed((texts) => texts.map((text) => [text.length, 1, 0]));
    embedding = createEmbedPassages({
      database: scene.database,
      embeddings: createOpenAiEmbeddings({ baseUrl: server.baseUrl, apiKey: undefined, model: 'm' }),
      progress,
    });
  });
  afterEach(async () => {
    await server.close();
    await scene.close();
  });

  const embedAll = async (space = 'm/3/2') => {
    for (let afterId = ''; ;) {
      const batch = await embedding.next({ space, afterId }, never);
      if (batch.status === 'other space') return batch;
      if (batch.lastId === undefined) return undefined;
      afterId = batch.lastId;
    }
  };
  const stored = async () =>
    (
      await scene.database.query<{ url: string; ordinal: number; space: string }>(
        'select url, ordinal, space from passage_embeddings vector join documents using (content_hash) where documents.id = vector.document_id order by url, ordinal, space',
      )
    ).map(({ url, ordinal, space }) => `${url.slice(20)}#${ordinal} ${space}`);
  const count = async () =>
    Number(
      (await scene.database.query<{ count: string }>('select count(*) as count from passage_embeddings'))[0]?.count,
    );
  const texts = () => server.embedded.flat().filter((text) => text !== 'dimension');

  it('gives every passage a vector, and requests each once', async () => {
    const long = Array.from(
      { length: 80 },
      (_, number) => `Sentence ${number} tells of a heron among many other words.`,
    ).join(' ');
    await scene.documents.index('org_1', [
      given('long', long),
      ...Array.from({ length: 70 }, (_, number) => given(`s${number}`, 'A heron.')),
    ]);
    assert.equal(await embedding.space(never), 'm/3/2');
    await embedAll();
    await embedAll();
    assert.equal(await count(), 74);
    assert.equal(texts().length, 74);
    assert.ok(server.embedded.every((call) => call.length <= 64));
    assert.match(texts().find((text) => text.includes('Sentence 79')) ?? '', /^long\n/);
  });

  it('reports how many of all passages have a vector of the current version and model', async () => {
    await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'A heron.'), given('b', 'A bittern.')]);
    assert.deepEqual(await readProgress(scene.database, 'm'), { embedded: 0, total: 2 });
    await embedAll();
    await scene.documents.index('org_1', [given('b', 'A grebe.'), given('c', 'A crane.')]);
    assert.deepEqual(await readProgress(scene.database, 'm'), { embedded: 1, total: 3 });
    assert.deepEqual(await readProgress(scene.database, 'another'), { embedded: 0, total: 3 });
  });

  it('embeds a new version of a document, and deletes vectors of the earlier version and of deleted documents', async () => {
    const indexer = await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'A heron.'), given('b', 'A bittern.')]);
    await embedAll();
    await scene.documents.index('org_1', [given('a', 'A grebe.')]);
    await scene.documents.remove('org_1', ['https://example.com/b']);
    await embedAll();
    assert.deepEqual(await stored(), ['a#0 m/3/2']);
    assert.equal(await count(), 1);
    assert.deepEqual(texts().toSorted(), ['a\nA grebe.', 'a\nA heron.', 'b\nA bittern.']);
    await indexer.stop();
  });

  it('stores nothing for a version that was replaced during its embedding', async () => {
    await scene.documents.index('org_1', [given('a', 'A heron.')]);
    const embed = async () => {
      await scene.documents.index('org_1', [given('a', 'A grebe.')]);
      return [Float32Array.of(1, 0, 0)];
    };
    await createEmbedPassages({
      database: scene.database,
      embeddings: { model: 'm', textsAtOnce: 16, isReady: () => true, reads: () => true, embed },
      progress,
    }).next({ space: 'm/3/2', afterId: '' }, never);
    assert.equal(await count(), 0);
  });

  it('treats another dimension as another model, and deletes the vectors of the earlier one at the end', async () => {
    await scene.documents.index('org_1', [given('a', 'A heron.')]);
    await embedAll();
    server.embed((given) => given.map(() => [1, 0]));
    await scene.documents.index('org_1', [given('b', 'A bittern.')]);
    assert.deepEqual(await embedAll('m/3/2'), { status: 'other space' });
    assert.equal(await embedding.space(never), 'm/2/2');
    await embedAll('m/2/2');
    assert.deepEqual(await stored(), ['a#0 m/2/2', 'a#0 m/3/2', 'b#0 m/2/2']);
    await embedding.finish('m/2/2');
    assert.deepEqual(await stored(), ['a#0 m/2/2', 'b#0 m/2/2']);
  });

  it('skips a document that the server refuses, and no other', async () => {
    await scene.documents.index('org_1', [
      given('a', 'A heron.'),
      given('bad', 'Unspeakable.'),
      given('c', 'A grebe.'),
    ]);
    server.embed((texts) =>
      texts.some((text) => text.includes('Unspeakable')) ? { status: 400 } : texts.map(() => [1, 0, 0]),
    );
    await embedAll();
    const asked = server.embedded.length;
    await embedAll();
    assert.equal(server.embedded.length, asked);
    const [bad] = await scene.database.query<{ bytes: number }>(
      "select length(vector) as bytes from passage_embeddings join documents on id = document_id where url like '%bad'",
    );
    assert.equal(bad?.bytes, 0);
    assert.equal(await count(), 3);
  });
});
