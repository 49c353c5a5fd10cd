import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { startFollowedSite, type FollowedSite } from '../support/followed-site.ts';
import { call, startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

const POLLED_WITHIN_MS = 15_000;

describe('following feeds and sitemaps over REST', () => {
  let quarry: TestQuarry;
  let followed: FollowedSite;
  before(async () => {
    followed = await startFollowedSite('127.0.0.9');
    // An hour passes in a second.
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8', QUARRY_TIME_SCALE: '3600' });
  });
  after(async () => {
    await quarry.stop();
    await followed.site.close();
  });

  const url = (path: string) => followed.site.origin + path;
  const follow = async (path: string, members: object = {}) => {
    const { status, body } = await quarry.call('POST', '/v1/sources', { url: url(path), ...members });
    assert.equal(status, 200, JSON.stringify(body));
    return body.source.id as string;
  };
  const source = async (id: string) => (await quarry.call('GET', `/v1/sources/${id}`)).body.source;
  const sourceWhen = (id: string, passes: (source: Answered['body']) => boolean) =>
    eventually(POLLED_WITHIN_MS, () => source(id), passes);
  const remove = (id: string) => quarry.call('DELETE', `/v1/sources/${id}`);
  const documents = async (like: string) => {
    const rows = await quarry.database.query<{ url: string; title: string }>(
      'select url, title from documents where url like $1 order by url',
      [`${url(like)}%`],
    );
    return Object.fromEntries(rows.map((row) => [row.url.slice(followed.site.origin.length), row.title]));
  };
  const documentsWhen = (like: string, passes: (found: Record<string, string>) => boolean) =>
    eventually(POLLED_WITHIN_MS, () => documents(like), passes);
  const polledAgain = async (id: string) => {
    const before = (await source(id)).last_polled_at;
    await sourceWhen(id, ({ last_polled_at }) => last_polled_at > (before ?? ''));
  };

  it('gives its collection and metadata to its documents', async () => {
    followed.page('/labelled/one', 'Guillemots');
    followed.sitemap('/labelled.xml', { '/labelled/one': '2026-01-01' });
    const metadata = { team: 'birds', year: 2026 };
    const id = await follow('/labelled.xml', { collection: 'auks', metadata });
    const { collection, metadata: shown } = await source(id);
    assert.deepEqual([collection, shown], ['auks', metadata]);
    await documentsWhen('/labelled/', (found) => Object.keys(found).length === 1);
    const { body } = await quarry.call('GET', '/v1/documents?collection=auks');
    assert.deepEqual(
      body.documents.map((one: { metadata: object }) => one.metadata),
      [metadata],
    );
    for (const [members, message] of [
      [{ collection: 'No Name' }, /^collection: /],
      [{ metadata: { 'no name': 1 } }, /^metadata: /],
      [{ metadata: { long: 'x'.repeat(513) } }, /^metadata: long is longer/],
    ] as const) {
      const { status, body: refused } = await quarry.call('POST', '/v1/sources', {
        url: url('/other.xml'),
        ...members,
      });
      assert.equal(status, 400, JSON.stringify(members));
      assert.match(refused.error.message, message);
    }
    await remove(id);
  });

  it('indexes the pages of a sitemap, follows changes, and removes pages that are gone', async () => {
    followed.page('/a/one', 'Cormorants');
    followed.page('/a/two', 'Gannets');
    followed.page('/a/three', 'Puffins');
    followed.sitemap('/a.xml', { '/a/one': '2026-01-01', '/a/two': '2026-01-01', '/a/three': '2026-01-01' });
    const id = await follow('/a.xml');
    assert.deepEqual(await documentsWhen('/a/', (found) => Object.keys(found).length === 3), {
      '/a/one': 'Cormorants',
      '/a/three': 'Puffins',
      '/a/two': 'Gannets',
    });
    const found = await sourceWhen(id, ({ pages }) => pages.waiting === 0);
    assert.deepEqual([found.kind, found.pages], ['sitemap', { known: 3, indexed: 3, waiting: 0, failed: 0 }]);

    followed.page('/a/two', 'Northern gannets');
    followed.page('/a/three', undefined);
    followed.sitemap('/a.xml', { '/a/one': '2026-01-01', '/a/two': '2026-02-02', '/a/three': '2026-02-02' });
    assert.deepEqual(
      await documentsWhen('/a/', (found) => Object.keys(found).length === 2 && found['/a/two'] !== 'Gannets'),
      { '/a/one': 'Cormorants', '/a/two': 'Northern gannets' },
    );
    assert.equal(followed.asked('/a/one').times, 1);
    assert.deepEqual((await sourceWhen(id, ({ pages }) => pages.waiting === 0)).pages, {
      known: 2,
      indexed: 2,
      waiting: 0,
      failed: 0,
    });
    assert.equal((await remove(id)).body.documents_deleted, 2);
  });

  it('requests an unchanged sitemap conditionally, and reads none of its pages again', async () => {
    followed.page('/b/one', 'Herons');
    followed.feed('/b.rss', { '/b/one': 'Thu, 01 Jan 2026 10:00:00 GMT' });
    const id = await follow('/b.rss');
    await documentsWhen('/b/', (found) => '/b/one' in found);
    await eventually(
      POLLED_WITHIN_MS,
      async () => followed.asked('/b.rss').unchanged,
      (times) => times >= 2,
    );
    assert.equal(followed.asked('/b/one').times, 1);
    assert.equal((await source(id)).kind, 'feed');
    const [stored] = await quarry.database.query<{ published_at: Date; published_precision: string }>(
      'select published_at, published_precision from documents where url = $1',
      [url('/b/one')],
    );
    assert.deepEqual(
      [stored?.published_at.toISOString(), stored?.published_precision],
      ['2026-01-01T10:00:00.000Z', 'time'],
    );
    await remove(id);
  });

  it('requests a page with a new date conditionally, and indexes nothing on a 304', async () => {
    followed.page('/c/one', 'Terns');
    followed.sitemap('/c.xml', { '/c/one': '2026-01-01' });
    const id = await follow('/c.xml');
    await documentsWhen('/c/', (found) => '/c/one' in found);
    const [before] = await quarry.database.query<{ updated_at: Date }>(
      'select updated_at from documents where url = $1',
      [url('/c/one')],
    );
    followed.sitemap('/c.xml', { '/c/one': '2026-03-03' });
    assert.equal(
      await eventually(
        POLLED_WITHIN_MS,
        async () => followed.asked('/c/one').unchanged,
        (times) => times > 0,
      ),
      1,
    );
    await sourceWhen(id, ({ pages }) => pages.waiting === 0);
    const [after] = await quarry.database.query<{ updated_at: Date }>(
      'select updated_at from documents where url = $1',
      [url('/c/one')],
    );
    assert.deepEqual(after, before);
    await remove(id);
  });

  it('requests a page that left a sitemap once: it stays while it is there, and is removed after a 410', async () => {
    followed.page('/d/stays', 'Auks');
    followed.page('/d/goes', 'Great auks');
    followed.page('/d/listed', 'Razorbills');
    followed.sitemap('/d.xml', { '/d/stays': undefined, '/d/goes': undefined, '/d/listed': undefined });
    const id = await follow('/d.xml');
    await documentsWhen('/d/', (found) => Object.keys(found).length === 3);
    followed.answer('/d/goes', { status: 410 });
    followed.sitemap('/d.xml', { '/d/listed': undefined });
    await documentsWhen('/d/', (found) => !('/d/goes' in found));
    await sourceWhen(id, ({ pages }) => pages.waiting === 0);
    assert.deepEqual(Object.keys(await documents('/d/')), ['/d/listed', '/d/stays']);
    assert.deepEqual(followed.asked('/d/stays'), { times: 2, unchanged: 1 });
    await remove(id);
  });

  it('reads no page that robots.txt disallows, and reports it', async () => {
    const walled = await startFollowedSite('127.0.0.10');
    walled.answer('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/' });
    walled.page('/private/one', 'Secrets');
    walled.page('/open', 'Gulls');
    walled.sitemap('/sitemap.xml', { '/private/one': undefined, '/open': undefined });
    const { body } = await quarry.call('POST', '/v1/sources', { url: `${walled.site.origin}/sitemap.xml` });
    const { pages } = await sourceWhen(body.source.id, ({ pages }) => pages.indexed === 1 && pages.failed === 1);
    assert.deepEqual([pages.known, pages.indexed, pages.failed], [2, 1, 1]);
    assert.equal(walled.asked('/private/one').times, 0);
    await remove(body.source.id);
    await walled.site.close();
  });

  it('follows the sitemaps of an index, gzip files too', async () => {
    const { gzipSync } = await import('node:zlib');
    followed.page('/e/one', 'Skuas');
    followed.page('/e/two', 'Petrels');
    followed.sitemap('/e-1.xml', { '/e/one': undefined });
    const packed = gzipSync(`<urlset><url><loc>${url('/e/two')}</loc></url></urlset>`);
    followed.answer('/e-2.xml.gz', { type: 'application/gzip', body: packed });
    followed.answer('/e.xml', {
      type: 'text/xml',
      body: `<sitemapindex><sitemap><loc>${url('/e-1.xml')}</loc></sitemap><sitemap><loc>${url('/e-2.xml.gz')}</loc></sitemap></sitemapindex>`,
    });
    const id = await follow('/e.xml');
    assert.deepEqual(Object.keys(await documentsWhen('/e/', (found) => Object.keys(found).length === 2)), [
      '/e/one',
      '/e/two',
    ]);
    followed.answer('/e/one', { status: 404 });
    followed.answer('/e.xml', {
      type: 'text/xml',
      body: `<sitemapindex><sitemap><loc>${url('/e-2.xml.gz')}</loc></sitemap></sitemapindex>`,
    });
    assert.deepEqual(Object.keys(await documentsWhen('/e/', (found) => !('/e/one' in found))), ['/e/two']);
    await remove(id);
  });

  it('reports why a poll failed, and clears it with the next success', async () => {
    const id = await follow('/f.xml');
    assert.match((await sourceWhen(id, ({ last_error }) => last_error !== undefined)).last_error, /404/);
    followed.page('/f/one', 'Fulmars');
    followed.sitemap('/f.xml', { '/f/one': undefined });
    assert.equal((await sourceWhen(id, ({ last_error }) => last_error === undefined)).last_error, undefined);
    assert.deepEqual(Object.keys(await documentsWhen('/f/', (found) => '/f/one' in found)), ['/f/one']);
    await remove(id);
  });

  it('keeps no more pages than the limit: for a feed the newest', async () => {
    for (const name of ['one', 'two', 'three']) followed.page(`/g/${name}`, name);
    followed.feed('/g.rss', { '/g/two': 'Fri, 02 Jan 2026 10:00:00 GMT', '/g/one': 'Thu, 01 Jan 2026 10:00:00 GMT' });
    const id = await follow('/g.rss', { max_pages: 2 });
    await documentsWhen('/g/', (found) => Object.keys(found).length === 2);
    followed.feed('/g.rss', { '/g/three': 'Sat, 03 Jan 2026 10:00:00 GMT', '/g/two': 'Fri, 02 Jan 2026 10:00:00 GMT' });
    assert.deepEqual(
      Object.keys(await documentsWhen('/g/', (found) => !('/g/one' in found) && '/g/three' in found)).sort(),
      ['/g/three', '/g/two'],
    );
    await remove(id);
  });

  it('deletes the documents of a deleted source, except those that another source also lists', async () => {
    followed.page('/h/shared', 'Kittiwakes');
    followed.page('/h/own', 'Shearwaters');
    followed.sitemap('/h-1.xml', { '/h/shared': undefined, '/h/own': undefined });
    followed.sitemap('/h-2.xml', { '/h/shared': undefined });
    const [first, second] = [await follow('/h-1.xml'), await follow('/h-2.xml')];
    for (const id of [first, second]) await sourceWhen(id, ({ pages }) => pages.known > 0 && pages.waiting === 0);
    assert.equal((await remove(first)).body.documents_deleted, 1);
    assert.deepEqual(Object.keys(await documents('/h/')), ['/h/shared']);
    assert.equal((await quarry.call('GET', `/v1/sources/${first}`)).status, 404);
    assert.equal((await remove(first)).status, 404);
    assert.equal((await remove(second)).body.documents_deleted, 1);
    assert.deepEqual(await documents('/h/'), {});
    assert.equal((await quarry.database.query('select from sources where id = any($1)', [[first, second]])).length, 0);
  });

  it('gives the same response for the source of another organization as for an absent one', async () => {
    const id = await follow('/i.xml');
    const other = await quarry.accounts.createOrganization('other', 10);
    const absent = 'src_01a1fc6e-2208-72fb-803c-c56ac05517f7';
    for (const method of ['GET', 'DELETE']) {
      const answers = await Promise.all(
        [id, absent, 'nonsense'].map((one) =>
          call(`${quarry.url}/v1/sources/${one}`, method, undefined, { 'x-api-key': other.key }),
        ),
      );
      const [theirs, ...rest] = answers.map(({ status, body }) => ({ status, error: body.error }));
      assert.equal(theirs?.status, 404);
      for (const one of rest) assert.deepEqual(one, theirs);
    }
    assert.deepEqual(
      (await call(`${quarry.url}/v1/sources`, 'GET', undefined, { 'x-api-key': other.key })).body.sources,
      [],
    );
    assert.equal((await remove(id)).status, 200);
  });

  it('lists sources, newest first, in pages', async () => {
    const ids = [await follow('/j-1.xml'), await follow('/j-2.xml'), await follow('/j-3.xml')];
    const page = async (query: string) => {
      const { body } = await quarry.call('GET', `/v1/sources?${query}`);
      return { ids: body.sources.map((one: { id: string }) => one.id), more: body.has_more };
    };
    assert.deepEqual(await page('limit=2'), { ids: [ids[2], ids[1]], more: true });
    assert.deepEqual(await page(`limit=2&before=${ids[1]}`), { ids: [ids[0]], more: false });
    for (const id of ids) await remove(id);
  });

  it('follows a URL once, and bills nothing', async () => {
    const id = await follow('/k.xml', { cadence: '90m', kind: 'sitemap', scope: 'news', max_pages: null });
    const again = await quarry.call('POST', '/v1/sources', { url: `${url('/k.xml')}#part` });
    assert.deepEqual([again.status, again.body.error.code], [409, 'ALREADY_EXISTS']);
    const { cadence, kind, scope, max_pages } = await source(id);
    assert.deepEqual(
      { cadence, kind, scope, max_pages },
      { cadence: '90m', kind: 'sitemap', scope: 'news', max_pages: 1_000 },
    );
    await polledAgain(id);
    assert.equal((await quarry.database.query('select from postings where amount < 0')).length, 0);
    await remove(id);
  });

  const refused: Array<[string, object]> = [
    ['no URL', {}],
    ['a URL without a scheme', { url: 'example.com/feed' }],
    ['a URL of another scheme', { url: 'ftp://example.com/feed' }],
    ['a padded URL', { url: ' https://example.com/feed' }],
    ['a URL with a password', { url: 'https://a:b@example.com/feed' }],
    ['a URL over 2,048 bytes', { url: `https://example.com/${'a'.repeat(2_048)}` }],
    ['an unknown kind', { url: 'https://example.com/feed', kind: 'page' }],
    ['an unknown scope', { url: 'https://example.com/feed', scope: 'moon' }],
    ['a cadence under an hour', { url: 'https://example.com/feed', cadence: '59m' }],
    ['a cadence over 366 days', { url: 'https://example.com/feed', cadence: '367d' }],
    ['a compound cadence', { url: 'https://example.com/feed', cadence: '1h30m' }],
    ['an empty cadence', { url: 'https://example.com/feed', cadence: '' }],
    ['no page', { url: 'https://example.com/feed', max_pages: 0 }],
    ['10,001 pages', { url: 'https://example.com/feed', max_pages: 10_001 }],
    ['half a page', { url: 'https://example.com/feed', max_pages: 1.5 }],
    ['an unknown member', { url: 'https://example.com/feed', depth: 2 }],
  ];
  for (const [what, body] of refused) {
    it(`refuses ${what}`, async () => {
      const answered = await quarry.call('POST', '/v1/sources', body);
      assert.deepEqual(
        [answered.status, answered.body.error.code],
        [400, 'INVALID_REQUEST'],
        JSON.stringify(answered.body),
      );
    });
  }

  for (const query of ['limit=0', 'limit=a', 'before=src_1', 'after=a']) {
    it(`refuses the listing ?${query}`, async () =>
      assert.equal((await quarry.call('GET', `/v1/sources?${query}`)).status, 400));
  }

  it('requires the key scope documents:write', async () => {
    const { orgId } = await quarry.accounts.createOrganization('limited', 10);
    const { key } = await quarry.accounts.createKey(orgId, { scopes: ['search'] });
    assert.equal((await call(`${quarry.url}/v1/sources`, 'GET', undefined, { 'x-api-key': key })).status, 403);
  });
});
