import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, type Site } from '../support/site.ts';

const PAGE = `<!doctype html><html lang="en-GB"><title>Slate</title><meta name="author" content="Ada Brenn"><link rel="canonical" href="https://example.com/slate"><nav>Home About</nav><main><article><h1>Slate</h1>
<p>${'The Penrhyn slate quarry in Wales was opened in 1770 and was once the largest in the world. '.repeat(4)}</p></article></main>`;

describe('fetch over REST', () => {
  let quarry: TestQuarry;
  let site: Site;

  before(async () => {
    site = await startSite({
      '/slate': PAGE,
      '/long': `<main><p>${'The tide rises twice a day, and falls as often. '.repeat(25_000)}</p></main>`,
      '/gone': (_request, response) => void response.writeHead(410).end('gone'),
      '/never': () => {},
      '/image': (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const fetchAndLeave = (urls: string[], signal: AbortSignal) =>
    fetch(`${quarry.url}/v1/fetch`, {
      method: 'POST',
      headers: { 'x-api-key': quarry.key, 'content-type': 'application/json' },
      body: JSON.stringify({ urls }),
      signal,
    });
  const account = async () => (await quarry.call('GET', '/v1/account')).body as { balance: number; held: number };

  it('returns one result for each URL in order, bills the pages that were read, and echoes every URL unchanged', async () => {
    const before = await account();
    const urls = [
      `${site.origin}/slate`,
      `${site.origin}/gone`,
      `${site.origin}/slate?again=1#part`,
      'mailto:a@example.com',
      'http://10.0.0.1/',
      'not a url',
      `${site.origin}/image`,
    ];
    const { status, body } = await quarry.call('POST', '/v1/fetch', { urls });
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map((result: { requested_url: string }) => result.requested_url),
      urls,
    );
    assert.deepEqual(
      body.results.map((result: { status: string; error?: { code: string } }) => result.error?.code ?? result.status),
      [
        'ok',
        'url_not_accessible',
        'ok',
        'unsupported_scheme',
        'url_not_accessible',
        'invalid_url',
        'unsupported_content_type',
      ],
    );
    const [slate, gone] = body.results;
    assert.match(slate.markdown, /^# Slate\n\nThe Penrhyn slate quarry/);
    assert.ok(!slate.markdown.includes('About'));
    assert.deepEqual(
      [slate.title, slate.author, slate.language, slate.canonical_url],
      ['Slate', 'Ada Brenn', 'en-GB', 'https://example.com/slate'],
    );
    assert.equal(slate.http_status_code, 200);
    assert.match(slate.fetched_at, /^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
    assert.equal(gone.http_status_code, 410);
    assert.ok(!('markdown' in gone));
    assert.deepEqual(await account(), { ...before, balance: before.balance - 2 });
  });

  it('warns only if the end of a page is missing', async () => {
    const { body } = await quarry.call('POST', '/v1/fetch', { urls: [`${site.origin}/long`, `${site.origin}/slate`] });
    assert.deepEqual(
      body.results.map(({ warnings }: { warnings?: Array<{ type: string }> }) => warnings?.map(({ type }) => type)),
      [['truncated'], undefined],
    );
  });

  it('reports a timeout for a URL that takes too long', async () => {
    const { body } = await quarry.call('POST', '/v1/fetch', {
      urls: [`${site.origin}/never`, `${site.origin}/slate`],
      timeout_ms: 1,
    });
    assert.equal(body.results[0].error.code, 'timeout');
    assert.equal(body.results[1].status, 'ok');
  });

  it('reads other hosts while many URLs wait for a slow one', async () => {
    const slow = await startUnanswering();
    const other = await startSite({ '/slate': PAGE });
    const leaving = new AbortController();
    const twenty = Array.from({ length: 20 }, (_, number) => `${slow.site.origin}/never?${number}`);
    const waiting = Array.from({ length: 8 }, () => fetchAndLeave(twenty, leaving.signal).catch(() => 'left'));
    try {
      await eventually(
        10_000,
        async () => slow.site.requests.length,
        (count) => count >= 6,
      );
      const { body } = await quarry.call('POST', '/v1/fetch', { urls: [`${other.origin}/slate`] });
      assert.equal(body.results[0].status, 'ok');
      assert.equal(await Promise.race([...waiting, Promise.resolve('still waiting')]), 'still waiting');
    } finally {
      leaving.abort();
      await Promise.all(waiting);
      await other.close();
      await slow.site.close();
      await eventually(10_000, account, ({ held }) => held === 0);
    }
  });

  it('stops, bills nothing and holds nothing if the caller disconnects', async () => {
    const before = await account();
    const slow = await startUnanswering();
    const gone = new AbortController();
    const fetching = fetchAndLeave([`${slow.site.origin}/never`], gone.signal);
    fetching.catch(() => {});
    await eventually(
      5_000,
      async () => slow.site.requests.length,
      (count) => count > 0,
    );
    gone.abort();
    await assert.rejects(fetching);
    assert.equal(
      await eventually(
        5_000,
        async () => slow.aborted(),
        (count) => count > 0,
      ),
      1,
    );
    assert.deepEqual(await eventually(5_000, account, ({ held }) => held === 0), before);
    await slow.site.close();
  });

  it('rejects a call above the balance up front, without a connection', async () => {
    const { key } = await quarry.accounts.createOrganization('short', 1);
    const untouched = await startSite({ '/slate': PAGE });
    const urls = [`${untouched.origin}/slate`, `${untouched.origin}/slate?2`];
    const answered = await call(`${quarry.url}/v1/fetch`, 'POST', { urls }, { 'x-api-key': key });
    assert.equal(answered.status, 402);
    await sleep(50);
    assert.equal(untouched.connections(), 0);
    await untouched.close();
  });

  const url = 'https://a.example/';
  const refused: Array<[string, object]> = [
    ['no list', {}],
    ['an empty list', { urls: [] }],
    ['21 entries', { urls: Array.from({ length: 21 }, (_, n) => `${url}${n}`) }],
    ['a duplicate', { urls: [url, url] }],
    ['a blank entry', { urls: [''] }],
    ['a padded entry', { urls: [` ${url}`] }],
    ['an entry of 2,049 bytes', { urls: [url + 'a'.repeat(2_049 - url.length)] }],
    ['an unknown format', { urls: [url], formats: ['html'] }],
    ['an unknown tier', { urls: [url], tier: 'PRO' }],
    ['a negative budget', { urls: [url], timeout_ms: -1 }],
    ['a broken budget', { urls: [url], timeout_ms: 1.5 }],
    ['an unknown member', { urls: [url], depth: 2 }],
  ];
  for (const [what, body] of refused) {
    it(`refuses ${what} before billing`, async () => {
      const holdsBefore = await quarry.database.query('select 1 from holds');
      assert.equal((await quarry.call('POST', '/v1/fetch', body)).status, 400);
      assert.equal((await quarry.database.query('select 1 from holds')).length, holdsBefore.length);
    });
  }

  it('accepts 2,048 bytes, an empty list of formats and nulls', async () => {
    const long = `${site.origin}/gone?`;
    const body = { urls: [long + 'a'.repeat(2_048 - long.length)], formats: [], tier: null, timeout_ms: null };
    assert.equal((await quarry.call('POST', '/v1/fetch', body)).status, 200);
  });
});

/** A site of its own, which takes requests and never answers; how many of them were left. */
async function startUnanswering(): Promise<{ site: Site; aborted(): number }> {
  let aborted = 0;
  const site = await startSite({ '/never': (request) => void request.once('close', () => (aborted += 1)) });
  return { site, aborted: () => aborted };
}
