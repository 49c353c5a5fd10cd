import assert from 'node:assert/strict';
import type { Listing } from '../../../../services/sources/listing/listing.ts';
import { parseListing } from '../../../../services/sources/listing/parse-listing.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const urlset = (...urls: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
const url = (loc: string, rest = '') => `<url><loc>${loc}</loc>${rest}</url>`;
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>News</title><link>https://a.example/</link>${items.join('')}</channel></rss>`;
const feed = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/self"/><updated>2026-01-01T00:00:00Z</updated>${entries.join('')}</feed>`;

describe('the entries of a feed or sitemap', () => {
  const parse = (text: string, { listingUrl = 'https://www.a.example/listing', most = 100 } = {}) =>
    parseListing(text, { listingUrl, now: NOW, most, signal: new AbortController().signal });
  const entriesOf = async (text: string, options = {}) =>
    (await parse(text, options))?.entries.map(({ url, changedAt }) => [url, changedAt?.toISOString()]);

  const kinds: Array<[string, Listing['kind'] | undefined, string]> = [
    ['RSS', 'feed', rss()],
    ['RSS 1.0', 'feed', '<rdf:RDF xmlns:rdf="a"><channel/></rdf:RDF>'],
    ['Atom', 'feed', feed()],
    ['a sitemap', 'sitemap', urlset()],
    ['a sitemap with a prefix', 'sitemap', '<sm:urlset xmlns:sm="a"/>'],
    ['a sitemap index', 'sitemap index', '<sitemapindex/>'],
    ['a list of URLs', 'sitemap', 'https://a.example/one\r\nhttps://a.example/two\r\n'],
    ['a page', undefined, '<!doctype html><html><body><urlset></urlset></body></html>'],
    ['prose', undefined, 'https://a.example/one is a page'],
    ['nothing', undefined, ''],
    ['a feed within something else', undefined, '<a><rss></rss></a>'],
  ];
  for (const [what, kind, text] of kinds) {
    it(`are of kind ${kind ?? 'nothing'}: ${what}`, async () => assert.equal((await parse(text))?.kind, kind));
  }

  it('are the pages of a sitemap with the last instant of their dates', async () => {
    const text = urlset(
      url('https://www.a.example/day', '<lastmod>2026-01-02</lastmod>'),
      url(' https://www.a.example/time#part \n', '<lastmod>2026-01-02T03:04:05+02:00</lastmod>'),
      url('https://www.a.example/a?b=1&amp;c=2', '<lastmod>someday</lastmod>'),
      url('https://www.a.example/ahead', '<lastmod>2031-01-01</lastmod>'),
      url('https://www.a.example/today', '<lastmod>2026-06-15</lastmod>'),
    );
    assert.deepEqual(await entriesOf(text), [
      ['https://www.a.example/day', '2026-01-02T23:59:59.999Z'],
      ['https://www.a.example/time', '2026-01-02T01:04:05.000Z'],
      ['https://www.a.example/a?b=1&c=2', undefined],
      ['https://www.a.example/ahead', undefined],
      ['https://www.a.example/today', '2026-06-15T23:59:59.999Z'],
    ]);
  });

  it("are on a sitemap's own site only, by http or https, without a password", async () => {
    const others = [
      'https://b.example/',
      'https://nota.example/',
      'ftp://www.a.example/',
      'https://u:p@a.example/',
      '/relative',
      'javascript:alert(1)',
      `https://a.example/${'a'.repeat(2_048)}`,
    ];
    const own = ['https://a.example/', 'http://www.a.example/', 'https://docs.a.example/'];
    assert.deepEqual(
      (await entriesOf(urlset(...[...others, ...own].map((one) => url(one)))))?.map(([found]) => found),
      own,
    );
  });

  it('exclude images of a sitemap, and entries without an address', async () => {
    const image = '<image:image><image:loc>https://www.a.example/image.png</image:loc></image:image>';
    assert.deepEqual(
      await entriesOf(urlset(url('https://www.a.example/', image), '<url><priority>1</priority></url>')),
      [['https://www.a.example/', undefined]],
    );
  });

  it('are the links of RSS items, else their permanent guids, with the latest of their dates', async () => {
    const text = rss(
      '<item><title>A</title><link>/one</link><guid>https://a.example/other</guid><pubDate>Thu, 01 Jan 2026 10:00:00 GMT</pubDate></item>',
      '<item><guid isPermaLink="true">https://b.example/guid</guid><dc:date>2026-01-03T00:00:00Z</dc:date><pubDate>Thu, 01 Jan 2026 10:00:00 GMT</pubDate></item>',
      '<item><guid isPermaLink="false">https://b.example/no-address</guid></item>',
      '<item><guid>tag:b.example,1</guid></item>',
      '<item><link><![CDATA[https://b.example/cdata?a=1&b=2]]></link></item>',
    );
    assert.deepEqual(await entriesOf(text), [
      ['https://www.a.example/one', '2026-01-01T10:00:00.000Z'],
      ['https://b.example/guid', '2026-01-03T00:00:00.000Z'],
      ['https://b.example/cdata?a=1&b=2', undefined],
    ]);
  });

  it('of a feed have their publication date, else their update date; those of a sitemap have none', async () => {
    const dates = async (text: string) => (await parse(text))?.entries.map(({ publishedDate }) => publishedDate);
    assert.deepEqual(
      await dates(
        rss(
          '<item><link>/one</link><pubDate>Thu, 01 Jan 2026 10:00:00 GMT</pubDate></item>',
          '<item><link>/two</link><dc:date>2026-01-02</dc:date></item>',
          '<item><link>/three</link><pubDate>soon</pubDate></item>',
        ),
      ),
      ['2026-01-01T10:00:00.000Z', '2026-01-02', undefined],
    );
    assert.deepEqual(
      await dates(
        feed(
          '<entry><link href="/one"/><published>2026-01-01T00:00:00Z</published><updated>2026-02-01T00:00:00Z</updated></entry>',
          '<entry><link href="/two"/><updated>2026-02-01T00:00:00Z</updated></entry>',
        ),
      ),
      ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    );
    assert.deepEqual(await dates(urlset(url('https://www.a.example/', '<lastmod>2026-01-01</lastmod>'))), [undefined]);
  });

  it('are the alternate links of Atom entries', async () => {
    const text = feed(
      '<entry><link rel="enclosure" href="/song.mp3"/><link href="/one"/><published>2026-01-01T00:00:00Z</published><updated>2026-02-01T00:00:00Z</updated></entry>',
      '<entry><link rel="alternate" href="https://b.example/two"/><content type="xhtml"><div><link href="/within"/></div></content></entry>',
      '<entry><link rel="self" href="/three"/></entry>',
    );
    assert.deepEqual(await entriesOf(text), [
      ['https://www.a.example/one', '2026-02-01T00:00:00.000Z'],
      ['https://b.example/two', undefined],
    ]);
  });

  it('have no duplicates, and stay within the limit', async () => {
    const text = urlset(...['a', 'a', 'b', 'c'].map((name) => url(`https://a.example/${name}`)));
    assert.deepEqual(
      (await entriesOf(text, { most: 2 }))?.map(([found]) => found),
      ['https://a.example/a', 'https://a.example/b'],
    );
  });

  it('are read from a broken document up to the fault', async () => {
    assert.deepEqual(await entriesOf(`<urlset>${url('https://a.example/')}<url><loc>https://a.exa`), [
      ['https://a.example/', undefined],
    ]);
  });

  it('are all 50,000 of the largest sitemap, without blocking the process', async () => {
    const text = urlset(...Array.from({ length: 50_000 }, (_, n) => url(`https://a.example/${n}`)));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const found = await parse(text, { most: 50_000 });
    clearInterval(timer);
    assert.equal(found?.entries.length, 50_000);
    assert.ok(turns > 3, `${turns} turns`);
  });

  it('ends with the reason of its signal', async () => {
    const reason = new Error('enough');
    const reading = parseListing(urlset(url('https://a.example/')), {
      listingUrl: 'https://a.example/',
      now: NOW,
      most: 1,
      signal: AbortSignal.abort(reason),
    });
    await assert.rejects(reading, reason);
  });
});
