import assert from 'node:assert/strict';
import { FetchService } from '../../gen/quarry/v1/fetch_pb.js';
import { openGrpc } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PROSE = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(9);
const PAGE = `<!doctype html><title>Harbours</title><meta property="og:type" content="article">
<nav><a href="/about">About us</a></nav><main><h1>Harbours</h1><p>${PROSE}</p><p>It is <b>deep</b>.</p></main>`;

describe('what a fetch includes beside the Markdown', () => {
  let quarry: TestQuarry;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/page': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
      '/text': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('Plain & <simple>.'),
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const urls = () => [`${site.origin}/page`, `${site.origin}/text`];
  const fetched = async (members: object) =>
    (await quarry.call('POST', '/v1/fetch', { urls: urls(), ...members })).body.results;

  it('is nothing unless it is asked for', async () => {
    for (const include of [undefined, [], null])
      for (const result of await fetched({ include })) {
        assert.equal(result.status, 'ok');
        for (const name of ['text', 'html', 'links', 'metadata', 'screenshot', 'warnings'])
          assert.ok(!(name in result), name);
      }
  });

  it('is of the page, and text alone of other documents', async () => {
    const [page, text] = await fetched({ include: ['text', 'links', 'metadata', 'html', 'links'] });
    assert.match(page.text, /^The harbour was built[\s\S]*It is deep\.$/);
    assert.match(page.html, /<p>It is <b>deep<\/b>\.<\/p>/);
    assert.deepEqual(page.links, [{ url: `${site.origin}/about`, text: 'About us', internal: true }]);
    assert.deepEqual(page.metadata, { open_graph: { 'og:type': 'article' }, json_ld: [], feeds: [] });
    assert.match(page.markdown, /It is \*\*deep\*\*\./);
    assert.deepEqual(
      [text.text, 'html' in text, 'links' in text, 'metadata' in text],
      ['Plain & <simple>.', false, false, false],
    );
    const { status, body } = await quarry.call('POST', '/v1/fetch', { urls: urls(), include: ['video'] });
    assert.equal(status, 400);
    assert.match(body.error.message, /^include\.0: must be one of text, html, links, metadata, screenshot/);
  });

  it('has the passages that answer a question, of each page, with their places', async () => {
    const [page, text] = await fetched({ query: 'When was the harbour built?' });
    assert.deepEqual(
      page.passages.map(({ path }: { path: string[] }) => path),
      [[]],
    );
    assert.match(page.passages[0].text, /built in the winter of the great storm/);
    assert.deepEqual(text.passages, []);
    assert.ok(page.markdown.length > 0);
    const [unanswered] = await fetched({ query: 'Which volcano erupted in Iceland?' });
    assert.deepEqual(unanswered.passages, []);
    assert.equal((await quarry.call('POST', '/v1/fetch', { urls: urls(), query: ' ' })).status, 400);
  });

  it('is repeated under an Idempotency-Key without another read', async () => {
    const once = () =>
      quarry.call('POST', '/v1/fetch', { urls: urls(), include: ['links'] }, { 'idempotency-key': 'include once' });
    const first = await once();
    const requests = site.requests.length;
    assert.deepEqual((await once()).body, first.body);
    assert.equal(site.requests.length, requests);
  });

  it('is sent over gRPC, with metadata as JSON', async () => {
    const grpc = openGrpc(quarry.grpc);
    const include = ['text', 'links', 'metadata'];
    const { message } = await grpc.unary(FetchService.method.fetch, { apiKey: quarry.key, urls: urls(), include });
    grpc.close();
    const [page, text] = message?.results ?? [];
    assert.deepEqual(
      page?.links.map(({ url, internal }) => [url, internal]),
      [[`${site.origin}/about`, true]],
    );
    assert.deepEqual(JSON.parse(page?.metadata ?? '').open_graph, { 'og:type': 'article' });
    assert.deepEqual([text?.text, text?.links, text?.metadata], ['Plain & <simple>.', [], undefined]);
  });
});
