import assert from 'node:assert/strict';
import { EVERYONE } from '../../../entities/documents/everyone.ts';
import { replaceGuide } from '../../../services/documents/guide.ts';
import { openScene, type Scene } from './scene.ts';

const page = (host: string, name: string, text = `How ${name} is used.`) => ({
  url: `http://${host}/docs/guide/${name}`,
  text,
  source: 'Quarry documentation',
});

describe('the pages of the guide', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
    await scene.startIndexer();
  });
  after(() => scene.close());

  const replace = (...pages: Array<ReturnType<typeof page>>) =>
    replaceGuide({ sql: scene.database, documents: scene.documents }, pages);
  const stored = async () =>
    (await scene.database.query<{ url: string }>('select url from documents order by url')).map(({ url }) => url);
  const guide = (host: string) => ({ include_domains: [host] });

  it('are found by every organization that names their host, in every scope, and by no other search', async () => {
    await replace(page('guide.example.com:8080', 'search'), page('guide.example.com:8080', 'fetch'));
    for (const orgId of ['org_1', 'org_2']) {
      for (const scope of ['web', 'news']) {
        assert.deepEqual(
          await scene
            .found(orgId, 'how search is used', { scope, ...guide('guide.example.com') })
            .then((urls) => urls[0]),
          'http://guide.example.com:8080/docs/guide/search',
        );
      }
      assert.deepEqual(await scene.found(orgId, 'how search is used'), []);
      assert.deepEqual(await scene.found(orgId, 'how search is used', guide('example.com')), []);
    }
  });

  it('replace the pages at an earlier address, and those that the first versions indexed', async () => {
    await scene.documents.index('org_1', [
      {
        url: 'http://127.0.0.1:8080/docs/guide/search.md',
        text: 'How search was used.',
        source: 'Quarry documentation',
      },
      { url: 'http://127.0.0.1:8080/notes', text: 'How notes are used.', source: 'Quarry documentation' },
    ]);
    await replace(page('other.example.com', 'search'));
    assert.deepEqual(await stored(), ['http://127.0.0.1:8080/notes', 'http://other.example.com/docs/guide/search']);
    assert.deepEqual(await scene.found('org_1', 'how search was used', guide('guide.example.com')), []);
  });

  it('are not written again if nothing has changed', async () => {
    await replace(page('other.example.com', 'search'));
    const before = await scene.database.query('select updated_at from documents where org_id = $1', [EVERYONE]);
    await replace(page('other.example.com', 'search'));
    assert.deepEqual(
      await scene.database.query('select updated_at from documents where org_id = $1', [EVERYONE]),
      before,
    );
  });
});
