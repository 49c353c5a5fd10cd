import assert from 'node:assert/strict';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PROSE = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(9);
const page = (title: string) => `<title>${title}</title><meta property="article:published_time" content="2026-02-03">
<main><h1>${title}</h1><p>${PROSE}</p></main>`;

describe('documents that are read from their URLs', () => {
  let quarry: TestQuarry;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/harbour': page('Harbours'),
      '/named': page('Its own title'),
      '/private': page('Private'),
      '/gone': (_request, response) => void response.writeHead(404).end('gone'),
      '/robots.txt': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private\n'),
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;
  const read = async (url: string) =>
    (await quarry.call('GET', `/v1/documents?${new URLSearchParams({ url }).toString()}`)).body.document;

  it('have the Markdown, the title and the date of the page, and cost one credit each', async () => {
    const before = await balance();
    const url = `${site.origin}/harbour`;
    const named = { url: `${site.origin}/named`, title: 'Given', published_date: '2020-01-01', collection: 'harbours' };
    const documents = [{ url }, { url: 'https://example.com/a', text: 'Has a text.' }, named];
    const { status, body } = await quarry.call('POST', '/v1/documents', { documents });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.accepted, body.results.map((one: { url: string; status: string }) => [one.url, one.status])],
      [3, documents.map((document) => [document.url, 'indexed'])],
    );
    assert.equal(await balance(), before - 2);
    const first = await read(url);
    assert.deepEqual([first.title, first.published_date, first.collection], ['Harbours', '2026-02-03', undefined]);
    assert.match(first.text, /^# Harbours\n\nThe harbour was built/);
    const second = await read(named.url);
    assert.deepEqual([second.title, second.published_date, second.collection], ['Given', '2020-01-01', 'harbours']);
    const found = await quarry.call('POST', '/v1/search', { query: 'great storm' });
    assert.ok(found.body.documents.some((document: { url: string }) => document.url === url));
  });

  it('are errors, free of charge, where a page cannot or may not be read', async () => {
    const before = await balance();
    const urls = ['/gone', '/private', '/harbour'].map((path) => site.origin + path);
    const documents = [...urls, 'ftp://example.com/', 'https://10.0.0.1/', urls[2] ?? ''].map((url) => ({ url }));
    const { body } = await quarry.call('POST', '/v1/documents', { documents });
    assert.deepEqual(
      body.results.map(({ status, error }: { status: string; error?: string }) => error?.split(':')[0] ?? status),
      [
        'url_not_accessible',
        'url_not_accessible',
        'unchanged',
        'url is not an absolute http or https URL',
        'url_not_accessible',
        'url was given before in this call',
      ],
    );
    assert.match(body.results[1].error, /robots\.txt/);
    assert.equal(body.accepted, 1);
    assert.equal(await balance(), before - 1);
    assert.ok(!site.requests.some(({ path }) => path === '/private'));
  });

  it('are neither read nor charged where the document would be refused all the same', async () => {
    const [before, requests] = [await balance(), site.requests.length];
    const url = `${site.origin}/harbour`;
    const documents = [
      { url: `${url}?1`, collection: 'No Name' },
      { url: `${url}?2`, metadata: { 'no name': 1 } },
      { url: `http://a.example/${'x'.repeat(3_000)}` },
      { url: `http://user:word@${site.host}/harbour` },
      { url: `${url}?3`, text: 'Has a text.' },
      { url: `${url}?3` },
    ];
    const { body } = await quarry.call('POST', '/v1/documents', { documents });
    assert.equal(body.accepted, 1);
    assert.match(body.results[5].error, /^url was given before/);
    assert.deepEqual([await balance(), site.requests.length], [before, requests]);
  });

  it('are refused without a read where the balance does not cover them', async () => {
    const { orgId } = await quarry.accounts.createOrganization('poor', 1);
    const { key } = await quarry.accounts.createKey(orgId);
    const requests = site.requests.length;
    const documents = ['/harbour', '/named'].map((path) => ({ url: site.origin + path }));
    const { status } = await quarry.call('POST', '/v1/documents', { documents }, { 'x-api-key': key });
    assert.equal(status, 402);
    assert.equal(site.requests.length, requests);
  });

  it('are read once under an Idempotency-Key', async () => {
    const call = () =>
      quarry.call(
        'POST',
        '/v1/documents',
        { documents: [{ url: `${site.origin}/harbour` }] },
        { 'idempotency-key': 'a' },
      );
    const first = await call();
    const [requests, left] = [site.requests.length, await balance()];
    assert.deepEqual((await call()).body, first.body);
    assert.deepEqual([site.requests.length, await balance()], [requests, left]);
  });

  it('are at most 100 in a call', async () => {
    const documents = Array.from({ length: 101 }, (_, nth) => ({ url: `${site.origin}/${nth}` }));
    const { status, body } = await quarry.call('POST', '/v1/documents', { documents });
    assert.equal(status, 400);
    assert.match(body.error.message, /^documents: holds more than 100 documents without text/);
  });
});
