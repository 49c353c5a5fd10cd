import assert from 'node:assert/strict';
import { createPace } from '../../../services/providers/port/pace.ts';
import { createProviderHttp } from '../../../services/providers/port/provider-http.ts';
import { feeds } from '../../../services/providers/news/feeds.ts';
import { gdelt } from '../../../services/providers/news/gdelt.ts';
import { ProviderError } from '../../../services/providers/port/provider.ts';
import { askProvider, startService, type Asked, type Reply } from '../../support/providers/ask-provider.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('GDELT', () => {
  const answer = {
    articles: [
      {
        url: 'https://news.example/1',
        url_mobile: '',
        title: 'Quarry reopens , at last',
        seendate: '20250203T040506Z',
        domain: 'news.example',
        language: 'English',
        sourcecountry: 'Italy',
      },
      { url: 'https://news.example/2', title: 'Strike', seendate: '2025-02-03 04:05:06', domain: 'news.example' },
      { url: 'https://news.example/3', title: 'Undated', seendate: '' },
    ],
  };

  it('returns articles with the moment at which each was seen', async () => {
    const { lists } = await askProvider({ name: 'gdelt', scope: 'news' }, () => answer);
    const published = { at: new Date('2025-02-03T04:05:06Z'), precision: 'time' };
    assert.deepEqual(
      lists[0]?.map((one) => [one.url, one.title, one.source, one.published]),
      [
        ['https://news.example/1', 'Quarry reopens, at last', 'news.example', published],
        ['https://news.example/2', 'Strike', 'news.example', published],
        ['https://news.example/3', 'Undated', undefined, undefined],
      ],
    );
  });

  it('is queried with the telling words, within the bounds', async () => {
    const bounds = {
      fromMs: day('2025-01-01'),
      beforeMs: day('2025-02-01'),
      includeDomains: ['a.example', 'b.example'],
      excludeDomains: ['c.example'],
    };
    const { asked } = await askProvider(
      { name: 'gdelt', scope: 'news', query: 'What is "happening" at the Carrara quarries (EU)?', bounds },
      () => answer,
    );
    assert.deepEqual(
      asked.map(({ path, query }) => [path, query]),
      [
        [
          '/api/v2/doc/doc',
          {
            query: 'happening carrara quarries (domain:a.example OR domain:b.example) -domain:c.example',
            mode: 'ArtList',
            format: 'json',
            sort: 'HybridRel',
            maxrecords: '10',
            startdatetime: '20250101000000',
            enddatetime: '20250131235959',
          },
        ],
      ],
    );
  });

  it('is rate-limited if it responds with a plain-text request to wait', async () => {
    const { warnings } = await askProvider({ name: 'gdelt', scope: 'news' }, () => ({
      text: 'Please limit requests to one every 5 seconds.',
    }));
    assert.deepEqual(warnings, [{ type: 'provider_limited', message: 'GDELT: it limits the rate of requests' }]);
  });

  it('is not queried again within its five seconds', async () => {
    const asked: Asked[] = [];
    const service = await startService(() => answer, asked);
    const http = createProviderHttp({
      baseUrl: service.origin,
      isOperatorSet: true,
      userAgent: 'test',
      pace: createPace(5_000),
    });
    const options = {
      limit: 10,
      fromMs: undefined,
      beforeMs: undefined,
      includeDomains: [],
      excludeDomains: [],
      nowMs: 0,
      signal: AbortSignal.timeout(10_000),
    };
    try {
      await gdelt(http).search('carrara', options);
      await assert.rejects(
        gdelt(http).search('marble', options),
        (error) => error instanceof ProviderError && error.kind === 'limited',
      );
      assert.equal(asked.length, 1);
    } finally {
      await http.close();
      await service.close();
    }
  });
});

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Stone News</title>
<item><title>Carrara marble &amp; its price</title><link>https://stone.example/price</link><description><![CDATA[<p>Marble of <b>Carrara</b> costs more.</p>]]></description><pubDate>Mon, 03 Feb 2025 04:05:06 GMT</pubDate></item>
<item><title>Marble fair</title><guid>https://stone.example/fair</guid><content:encoded><![CDATA[<p>The whole report.</p>]]></content:encoded></item>
<item><title>Granite</title><link>https://stone.example/granite</link></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Alps</title><entry><title>Quarries of Carrara</title>
<link rel="replies" href="https://alps.example/replies"/><link rel="alternate" href="/quarries"/><published>2025-01-02T00:00:00Z</published><updated>2025-03-01T00:00:00Z</updated><summary>Marbles</summary></entry></feed>`;

describe('feeds', () => {
  it('returns the entries with words of the query, those with most first', async () => {
    const { lists, asked } = await askProvider({ name: 'feeds', scope: 'news' }, () => ({
      headers: { 'content-type': 'application/rss+xml' },
      text: RSS,
    }));
    assert.equal(asked.length, 1);
    assert.deepEqual(lists, [
      [
        {
          url: 'https://stone.example/price',
          title: 'Carrara marble & its price',
          text: 'Marble of Carrara costs more.',
          isWhole: false,
          source: 'Stone News',
          published: { at: new Date('2025-02-03T04:05:06Z'), precision: 'time' },
        },
        {
          url: 'https://stone.example/fair',
          title: 'Marble fair',
          text: 'The whole report.',
          isWhole: true,
          source: 'Stone News',
        },
      ],
    ]);
  });

  it('reads Atom, its links resolved against the address of the feed', async () => {
    const { lists } = await askProvider(
      { name: 'feeds', scope: 'news', bounds: { fromMs: day('2025-01-01'), beforeMs: day('2025-02-01') } },
      () => ({ text: ATOM }),
    );
    const [document] = lists[0] ?? [];
    assert.match(document?.url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/quarries$/);
    assert.deepEqual([document?.source, document?.published?.at], ['Alps', new Date('2025-01-02T00:00:00Z')]);
  });

  it('decodes the character set that the feed declares', async () => {
    const latin1 = `<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><title>x</title><item><title>Carrara pi&#249; caff\u00e8</title><link>https://stone.example/c</link></item></channel></rss>`;
    const http = feedOf({ bytes: Buffer.from(latin1, 'latin1') });
    const { documents } = await feeds([http]).search('carrara', options(0));
    assert.equal(documents[0]?.title, 'Carrara più caffè');
  });

  it('requests a feed again after five minutes, and only if it changed', async () => {
    const conditions: unknown[] = [];
    const service = await startService(({ headers }): Reply => {
      conditions.push([headers['if-none-match'], headers['if-modified-since']]);
      return headers['if-none-match']
        ? { status: 304, text: '' }
        : { headers: { etag: '"1"', 'last-modified': 'Mon, 03 Feb 2025 04:05:06 GMT' }, text: RSS };
    });
    const http = createProviderHttp({ baseUrl: `${service.origin}/feed/`, isOperatorSet: true, userAgent: 'test' });
    const provider = feeds([http]);
    try {
      const counts = [];
      for (const minutes of [0, 4, 6])
        counts.push((await provider.search('granite', options(minutes * 60_000))).documents.length);
      assert.deepEqual(counts, [1, 1, 1]);
      assert.deepEqual(conditions, [
        [undefined, undefined],
        ['"1"', 'Mon, 03 Feb 2025 04:05:06 GMT'],
      ]);
    } finally {
      await http.close();
      await service.close();
    }
  });

  it('continues with the other feeds, and with the previous entries, if one fails', async () => {
    const failing = feedOf(new ProviderError('failed', 'it answered with status 500'));
    const { documents, warnings } = await feeds([failing, feedOf({ bytes: Buffer.from(RSS) })]).search(
      'granite',
      options(0),
    );
    assert.deepEqual(
      documents.map(({ url }) => url),
      ['https://stone.example/granite'],
    );
    assert.deepEqual(warnings, ['the feed of stone.example: it answered with status 500']);

    let reads = 0;
    const once = feedOf(() => (reads++ === 0 ? { bytes: Buffer.from(RSS) } : new ProviderError('failed', 'gone')));
    const provider = feeds([once]);
    await provider.search('granite', options(0));
    const later = await provider.search('granite', options(3_600_000));
    assert.deepEqual([later.documents.length, later.warnings], [1, ['the feed of stone.example: gone']]);
  });

  it('waits for no slow feed: the others respond, and its entries reach the next search', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<Reading>();
    const provider = feeds([feedOf(() => answered), feedOf({ bytes: Buffer.from(ATOM) })]);
    const first = await provider.search('marbles', options(0));
    assert.deepEqual(
      [first.documents.length, first.warnings],
      [1, ['the feed of stone.example: it has not answered yet']],
    );
    answer({ bytes: Buffer.from(RSS) });
    const second = await provider.search('marbles', options(1));
    assert.deepEqual([second.documents.length, second.warnings], [3, []]);
  });

  it('stops waiting when the search is cancelled', async () => {
    const provider = feeds([feedOf(() => new Promise<Reading>(() => {}))]);
    const signal = AbortSignal.abort(new Error('cancelled'));
    await assert.rejects(provider.search('marbles', { ...options(0), signal }), /cancelled/);
  });

  const options = (nowMs: number) => ({
    limit: 10,
    fromMs: undefined,
    beforeMs: undefined,
    includeDomains: [],
    excludeDomains: [],
    nowMs,
    signal: AbortSignal.timeout(10_000),
  });

  type Reading = { bytes: Buffer } | ProviderError;
  function feedOf(reading: Reading | (() => Reading | Promise<Reading>)) {
    const unused = () => Promise.reject(new Error('not asked for'));
    return {
      baseUrl: 'https://stone.example/feed',
      json: unused,
      text: unused,
      answers: unused,
      close: async () => {},
      bytesIfChanged: async () => {
        const read = typeof reading === 'function' ? await reading() : reading;
        if (read instanceof ProviderError) throw read;
        return { ...read, headers: new Headers(), validators: {} };
      },
    };
  }
});
