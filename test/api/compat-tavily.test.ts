import assert from 'node:assert/strict';
import { tavily, type TavilyClient } from '@tavily/core';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PAGE = `<title>Auks</title><article><h1>Auks</h1>${'<p>An auk dives for sand eels in the cold sea of the north.</p>'.repeat(6)}</article>`;

describe("Tavily's API", () => {
  let quarry: TestQuarry;
  let site: Site;
  let client: TavilyClient;
  before(async () => {
    site = await startSite({ '/auk': PAGE });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: site.host, QUARRY_CRAWL_DELAY: '0', QUARRY_TIME_SCALE: '3600' });
    const documents = [
      { url: 'https://birds.example.com/puffin', title: 'Puffins', text: 'A puffin nests in a burrow of two metres.' },
      { url: 'https://fish.example.com/eel', title: 'Eels', text: 'A puffin hunts sand eels. Sand eels hide in sand.' },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    client = connected(quarry.key);
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });
  const connected = (apiKey: string) => tavily({ apiKey, apiBaseURL: `${quarry.url}/compat/tavily` });
  const raw = (path: string, body: unknown, key = quarry.key) =>
    fetch(`${quarry.url}/compat/tavily${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });

  it('finds documents, with an answer and their text', async () => {
    const found = await client.search('puffin burrow', {
      maxResults: 2,
      includeAnswer: true,
      includeRawContent: 'markdown',
      searchDepth: 'advanced',
    });
    const [first, second] = found.results;
    assert.deepEqual([first?.url, first?.title], ['https://birds.example.com/puffin', 'Puffins']);
    assert.match(first?.content ?? '', /nests in a burrow/);
    assert.match(first?.rawContent ?? '', /two metres/);
    assert.deepEqual([first?.score, (second?.score ?? 1) < 1], [1, true]);
    assert.equal(typeof found.responseTime, 'number');
    const { answer } = await client.search('Where does a puffin nest?', { includeAnswer: 'advanced' });
    assert.match(answer ?? '', /burrow of two metres/);
  });

  it('restricts results to domains, and takes 5 results by default', async () => {
    const { results } = await client.search('puffin', { includeDomains: ['fish.example.com'] });
    assert.deepEqual(
      results.map(({ url }) => url),
      ['https://fish.example.com/eel'],
    );
  });

  it('extracts pages, and names those that failed', async () => {
    const urls = [`${site.origin}/auk`, `${site.origin}/none`];
    const { results, failedResults } = await client.extract(urls, { format: 'text' });
    assert.equal(results[0]?.url, urls[0]);
    assert.match(results[0]?.rawContent ?? '', /dives for sand eels/);
    assert.deepEqual(
      failedResults.map(({ url, error }) => [url, error !== '']),
      [[urls[1], true]],
    );
  });

  it('maps a site, and refuses to leave it', async () => {
    const mapped = await client.map(`${site.origin}/auk`, { limit: 5 });
    assert.deepEqual(mapped.results, [`${site.origin}/auk`]);
    await assert.rejects(client.map(`${site.origin}/auk`, { allowExternal: true }), /allow_external/);
  });

  it('crawls a site to its end, and gives the text of its pages', async () => {
    const crawled = await client.crawl(`${site.origin}/auk`, { limit: 5, maxDepth: 2, format: 'text' });
    assert.deepEqual(
      crawled.results.map(({ url }) => url),
      [`${site.origin}/auk`],
    );
    assert.match(crawled.results[0]?.rawContent ?? '', /dives for sand eels/);
    await assert.rejects(client.crawl(`${site.origin}/auk`, { instructions: 'auks alone' }), /instructions/);
  });

  it('costs what the operations cost', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('payer', 3);
    const payer = connected(key);
    await payer.search('puffin', { includeAnswer: true });
    const [account] = await quarry.database.query<{ balance: string }>(
      'select balance from organizations where id = $1',
      [orgId],
    );
    assert.equal(Number(account?.balance), 1);
    // The last credit pays for the search: it comes without the answer.
    const last = await payer.search('puffin', { includeAnswer: 'advanced' });
    assert.deepEqual([last.results, last.answer ?? null], [[], null]);
    const refused = await raw('/search', { query: 'puffin' }, key);
    assert.equal(refused.status, 432);
    assert.deepEqual(Object.keys((await refused.json()) as object), ['detail']);
  });

  it('bills a retry under one Idempotency-Key once', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('retrier', 5);
    const send = () =>
      fetch(`${quarry.url}/compat/tavily/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'one' },
        body: JSON.stringify({ query: 'puffin', include_answer: true }),
      });
    for (let n = 0; n < 2; n += 1) assert.equal((await send()).status, 200);
    const [account] = await quarry.database.query<{ balance: string }>(
      'select balance from organizations where id = $1',
      [orgId],
    );
    assert.equal(Number(account?.balance), 3);
  });

  it('refuses what it does not offer by its name, and what it does not know', async () => {
    for (const [body, status, name] of [
      [{ query: 'puffin', include_images: true }, 501, 'include_images'],
      [{ query: 'puffin', country: 'norway' }, 501, 'country'],
      [{ query: 'puffin', colour: 'red' }, 400, 'colour'],
      [{ query: 'puffin', topic: 'sports' }, 400, 'topic'],
      [{}, 400, 'query'],
    ] as const) {
      const refused = await raw('/search', body);
      const { detail } = (await refused.json()) as { detail: { error: string } };
      assert.deepEqual([refused.status, detail.error.includes(name)], [status, true], detail.error);
    }
    assert.equal((await raw('/research', { input: 'puffin' })).status, 501);
    // What a client sends by default asks for nothing.
    assert.equal((await raw('/search', { query: 'puffin', include_images: false, country: null })).status, 200);
  });

  it('refuses an invalid key in the form that the client reads', async () => {
    await assert.rejects(connected('qry_live_nonsense').search('puffin'), /401|key is not valid/);
  });
});
