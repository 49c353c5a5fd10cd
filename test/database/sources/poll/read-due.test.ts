import assert from 'node:assert/strict';
import { systemClock } from '../../../../services/core/clock.ts';
import type { PageResult } from '../../../../services/fetch/read-page.ts';
import { activeSource } from '../../../../services/sources/storage/active-source.ts';
import { createReadDue, type ReadDueDeps } from '../../../../services/sources/poll/read-due.ts';
import { deleteSourceDocuments } from '../../../../services/sources/delete-source.ts';
import { openScene, type Scene } from '../scene.ts';

const read = (markdown = 'Words.'): PageResult => ({
  status: 'ok',
  finalUrl: '',
  httpStatus: 200,
  contentType: 'text/html',
  fetchedAt: new Date(),
  markdown,
});
const error = (members: Partial<PageResult & { status: 'error' }>): PageResult => ({
  status: 'error',
  code: 'url_not_accessible',
  message: 'no',
  ...members,
});

describe('reading the due pages of a source', () => {
  let scene: Scene;
  beforeEach(async () => (scene = await openScene()));
  afterEach(() => scene.close());

  const inTurn: ReadDueDeps['hostTurns'] = { run: (_url, _signal, work) => work(), close: async () => {} };

  async function readAll(
    sourceId: string,
    readPage: ReadDueDeps['readPage'],
    signal = new AbortController().signal,
    deps: Partial<ReadDueDeps> = {},
  ): Promise<void> {
    const source = await activeSource(scene.database, sourceId);
    assert.ok(source);
    const { database, documents } = scene;
    const readDue = createReadDue({
      database,
      documents,
      clock: systemClock,
      robotsRefusal: async () => undefined,
      hostTurns: inTurn,
      readPage,
      ...deps,
    });
    await readDue(source, { since: new Date(), pages: 100, withinMs: 60_000 }, signal);
  }

  it('retries a transient failure in the next two polls, then stops', async () => {
    const id = await scene.source({ 'https://a.example/': { due: 'read' } });
    const page = async () => (await scene.pages(id))['https://a.example/'];
    for (const due of ['read', 'read', null]) {
      await readAll(id, async () => error({ code: 'upstream_error', httpStatus: 503 }));
      assert.equal((await page())?.due, due);
    }
    assert.deepEqual(await page(), { due: null, attempts: 3, error: 'no', held: false });
  });

  const lasting: Array<[string, PageResult]> = [
    ['a 403', error({ httpStatus: 403 })],
    ['a page without content', error({ code: 'extraction_failed', httpStatus: 200 })],
    ['another media type', error({ code: 'unsupported_content_type', httpStatus: 200 })],
  ];
  for (const [what, result] of lasting) {
    it(`leaves ${what} until it is listed again, and keeps its document`, async () => {
      await scene.documents.index(scene.orgId, [{ url: 'https://a.example/', text: 'Former words.' }]);
      const id = await scene.source({ 'https://a.example/': { due: 'read', held: true } });
      await readAll(id, async () => result);
      assert.deepEqual((await scene.pages(id))['https://a.example/'], {
        due: null,
        attempts: 1,
        error: 'no',
        held: true,
      });
      assert.deepEqual(await scene.documentUrls(), ['https://a.example/']);
    });
  }

  it('reports a document over the limit of its organization, and does not count it as indexed', async () => {
    await scene.close();
    scene = await openScene({ documentsPerOrganization: 0 });
    const id = await scene.source({ 'https://a.example/': { due: 'read' } });
    await readAll(id, async () => read());
    const page = (await scene.pages(id))['https://a.example/'];
    assert.match(page?.error ?? '', /limit of documents/);
    assert.equal(page?.held, false);
  });

  it('drops pages without reading them', async () => {
    await scene.documents.index(scene.orgId, [{ url: 'https://a.example/', text: 'Words.' }]);
    const id = await scene.source({ 'https://a.example/': { due: 'drop', held: true } });
    await readAll(id, async () => assert.fail('it was read'));
    assert.deepEqual([await scene.pages(id), await scene.documentUrls()], [{}, []]);
  });

  it('stores nothing for a source that is deleted during the read of its page', async () => {
    const id = await scene.source({ 'https://a.example/': { due: 'read' } });
    await readAll(id, async () => {
      await scene.database.query('update sources set deleted_at = now() where id = $1', [id]);
      return read();
    });
    assert.deepEqual(await scene.documentUrls(), []);
  });

  it('leaves nothing of a source that is deleted while its page is stored', async () => {
    const id = await scene.source({ 'https://a.example/': { due: 'read' } });
    const order: string[] = [];
    let deleting: Promise<unknown> = Promise.resolve();
    const documents: Scene['documents'] = {
      ...scene.documents,
      index: async (orgId, given) => {
        const mark = scene.database
          .query('update sources set deleted_at = now() where id = $1', [id])
          .then(() => order.push('deleted'));
        deleting = mark.then(() =>
          deleteSourceDocuments({ ...scene, workflows: { unfollowSource: async () => {} } }, { orgId, sourceId: id }),
        );
        const indexed = await scene.documents.index(orgId, given);
        order.push('indexed');
        return indexed;
      },
    };
    await readAll(id, async () => read(), undefined, { documents });
    await deleting;
    assert.deepEqual(order, ['indexed', 'deleted']);
    assert.deepEqual(await scene.documentUrls(), []);
  });

  it('stays cancelled, and keeps the page due', async () => {
    const id = await scene.source({ 'https://a.example/': { due: 'read' } });
    const cancelled = new AbortController();
    const reason = new Error('the worker stops');
    const reading = readAll(
      id,
      async (_url, signal) => {
        cancelled.abort(reason);
        throw signal.reason as Error;
      },
      cancelled.signal,
    );
    await assert.rejects(reading, reason);
    assert.equal((await scene.pages(id))['https://a.example/']?.due, 'read');
  });

  it('reads from several hosts concurrently, and from each in turn', async () => {
    const id = await scene.source(
      Object.fromEntries(
        ['a', 'b', 'c'].flatMap((host) =>
          [1, 2, 3].map((n) => [`https://${host}.example/${n}`, { due: 'read' as const }]),
        ),
      ),
    );
    const running = new Map<string, number>();
    const together: number[] = [];
    await readAll(id, async (url) => {
      const { host } = new URL(url);
      assert.equal(running.get(host) ?? 0, 0);
      running.set(host, 1);
      together.push([...running.values()].reduce((sum, one) => sum + one));
      await new Promise((resolve) => setImmediate(resolve));
      running.set(host, 0);
      return read(url);
    });
    assert.equal((await scene.documentUrls()).length, 9);
    assert.ok(Math.max(...together) > 1, together.join(' '));
  });
});
