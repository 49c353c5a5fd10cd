import assert from 'node:assert/strict';
import { SearchRequestSchema } from '../../../api/operations/requests/search.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';
import { openScene, type Scene } from '../documents/scene.ts';

describe('a query with a misspelt word', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
    await scene.startIndexer();
    await scene.documents.index('org_1', [
      { url: 'https://slate.example/', title: 'Penrhyn', text: 'The Penrhyn quarry in Wales gave slate for roofs.' },
      { url: 'https://gone.example/', text: 'Ptarmigans live on the mountain.' },
      { url: 'https://news.example/', text: 'An avalanche was reported.', scope: 'news' },
    ]);
    await scene.documents.index('org_2', [
      { url: 'https://secret.example/', text: 'The cormorant belongs to another organization.' },
    ]);
    await scene.documents.index('*', [{ url: 'https://everyone.example/', text: 'Kingfishers are for everyone.' }]);
    await scene.documents.remove('org_1', ['https://gone.example/']);
  });
  after(() => scene.close());

  const hints = async (query: string, members: object = {}) => {
    const { documents, warnings } = await scene.search.search(
      'org_1',
      parseRequest(SearchRequestSchema, { query, ...members }),
      new AbortController().signal,
    );
    assert.ok(warnings.every(({ type }) => type === 'did_you_mean'));
    return { found: documents.length, hints: warnings.map(({ message }) => message) };
  };
  const meant = (query: string) => ({ found: 0, hints: [`Nothing was found. Did you mean "${query}"?`] });

  it('finds nothing, and gets a suggestion', async () => {
    assert.deepEqual(await hints('penrhin quary'), meant('penrhyn quarry'));
    assert.deepEqual(await hints('What is a kingfischer?'), meant('kingfishers'));
  });

  it('gets no suggestion if it found something', async () => {
    assert.deepEqual(await hints('quary in Wales'), { found: 1, hints: [] });
  });

  it('gets no word of another organization, of deleted documents, or of another scope', async () => {
    assert.deepEqual(await hints('cormorrant'), { found: 0, hints: [] });
    assert.deepEqual(await hints('ptarmigan'), { found: 0, hints: [] });
    assert.deepEqual(await hints('avalanch', { scope: 'web' }), { found: 0, hints: [] });
    assert.deepEqual((await hints('avalansche', { scope: 'news' })).hints.length, 1);
  });

  it('gets no suggestion if no word is similar, or if its words are known', async () => {
    assert.deepEqual(await hints('xylophone zzzzz 12345 🦩'), { found: 0, hints: [] });
    assert.deepEqual(await hints('quarry', { include_domains: ['elsewhere.example'] }), { found: 0, hints: [] });
  });

  it('is answered without a suggestion if the lookup takes too long', async () => {
    const impatient = await openScene({ hintWithinMs: 1 });
    try {
      await impatient.startIndexer();
      await impatient.documents.index('org_1', [{ url: 'https://slate.example/', text: 'The quarry gave slate.' }]);
      // Each look at a word takes longer than the lookup may.
      await impatient.database.query('alter table vocabulary rename to held');
      await impatient.database.query(
        `create view vocabulary as select org_id, word from held where word = 'quary' or pg_sleep(0.05) is not null`,
      );
      assert.deepEqual(await impatient.found('org_1', 'quary'), []);
      const request = parseRequest(SearchRequestSchema, { query: 'quary' });
      const { warnings } = await impatient.search.search('org_1', request, new AbortController().signal);
      assert.deepEqual(warnings, []);
    } finally {
      await impatient.close();
    }
  });
});
