import assert from 'node:assert/strict';
import { openScene, type Scene } from './scene.ts';

const given = (name: string, text = `Text of ${name}.`) => ({ url: `https://example.com/${name}`, text });

describe('documents', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene({ documentsPerOrganization: 5 });
  });
  after(() => scene.close());
  const statuses = async (orgId: string, ...documents: Array<ReturnType<typeof given>>) =>
    (await scene.documents.index(orgId, documents)).results.map((result) => result.status);
  const outbox = () => scene.database.query<{ operation: string }>('select operation from index_outbox order by seq');

  it('have one result each, in the order of the call', async () => {
    const { accepted, results } = await scene.documents.index('org_1', [
      given('a'),
      { url: 'no url', text: 'x' },
      given('b'),
      given('a', 'Again.'),
    ]);
    assert.equal(accepted, 2);
    assert.deepEqual(results, [
      { url: 'https://example.com/a', status: 'indexed' },
      { url: 'no url', status: 'error', error: 'url is not an absolute http or https URL' },
      { url: 'https://example.com/b', status: 'indexed' },
      { url: 'https://example.com/a', status: 'error', error: 'url was given before in this call' },
    ]);
  });

  it('are unchanged if nothing about them is new, and then cost the index nothing', async () => {
    const before = await outbox();
    assert.deepEqual(await statuses('org_1', given('a'), given('b')), ['unchanged', 'unchanged']);
    assert.deepEqual(await outbox(), before);
  });

  it('replace their earlier version under the same id', async () => {
    const row = () =>
      scene.database.query<{ id: string; text: string }>(
        "select id, text from documents where org_id = 'org_1' and url like '%/a'",
      );
    const [former] = await row();
    assert.deepEqual(await statuses('org_1', given('a', 'New text.')), ['indexed']);
    assert.deepEqual(await row(), [{ id: former?.id, text: 'New text.' }]);
  });

  it('of two organizations may have the same URL', async () => {
    assert.deepEqual(await statuses('org_2', given('a')), ['indexed']);
  });

  it('are refused at the limit of the organization, except as replacements', async () => {
    assert.deepEqual(await statuses('org_3', ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => given(name))), [
      'indexed',
      'indexed',
      'indexed',
      'indexed',
      'indexed',
      'error',
    ]);
    assert.deepEqual(await statuses('org_3', given('a', 'Replaced.'), given('g')), ['indexed', 'error']);
  });

  it('stay within the limit if two calls index concurrently', async () => {
    const calls = ['x', 'y'].map((prefix) =>
      scene.documents.index(
        'org_4',
        ['1', '2', '3', '4'].map((name) => given(prefix + name)),
      ),
    );
    const accepted = (await Promise.all(calls)).reduce((total, call) => total + call.accepted, 0);
    assert.equal(accepted, 5);
  });

  it('are deleted by URL, only by their owner, and counted once', async () => {
    assert.deepEqual(await scene.documents.remove('org_2', ['https://example.com/b']), { deleted: 0 });
    const urls = ['https://example.com/a', 'https://example.com/a', 'https://example.com/none'];
    assert.deepEqual(await scene.documents.remove('org_2', urls), { deleted: 1 });
    assert.deepEqual(await scene.documents.remove('org_2', urls), { deleted: 0 });
  });
});
