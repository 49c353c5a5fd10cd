import assert from 'node:assert/strict';
import { systemClock } from '../../../services/core/clock.ts';
import { createPageReader, type PageReader } from '../../../services/fetch/page-reader.ts';
import { startSite, type Site } from '../../support/site.ts';

const ETAG = '"seven"';
const LAST_MODIFIED = 'Thu, 01 Jan 2026 10:00:00 GMT';
const page = `<!doctype html><title>Harbours</title><main><p>${'The harbour was built in the winter of the great storm. '.repeat(10)}</p></main>`;

describe('a conditional read of a page', () => {
  let site: Site;
  let elsewhere: Site;
  let web: PageReader;
  before(async () => {
    elsewhere = await startSite({ '/': page }, '127.0.0.3');
    site = await startSite({
      '/': ({ headers }, response) => {
        const isKnown = headers['if-none-match'] === ETAG || headers['if-modified-since'] === LAST_MODIFIED;
        response
          .writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: ETAG, 'last-modified': LAST_MODIFIED })
          .end(isKnown ? undefined : page);
      },
      '/plain': page,
      '/leads-away': (_request, response) => void response.writeHead(302, { location: `${elsewhere.origin}/` }).end(),
    });
    web = createPageReader({
      egressAllow: '127.0.0.0/8',
      contact: undefined,
      acceptLanguage: 'en',
      clock: systemClock,
    });
  });
  after(async () => {
    await web.close();
    await site.close();
    await elsewhere.close();
  });
  const read = (path: string, known = {}) => web.reader()(site.origin + path, new AbortController().signal, { known });

  it('returns the validators of the page', async () => {
    const result = await read('/');
    assert.deepEqual(result.status === 'ok' && result.validators, { etag: ETAG, lastModified: LAST_MODIFIED });
  });

  it('returns none if the origin sends none', async () => assert.equal('validators' in (await read('/plain')), false));

  for (const known of [{ etag: ETAG }, { lastModified: LAST_MODIFIED }]) {
    it(`is an error of status 304 if ${Object.keys(known).join()} is still valid`, async () => {
      const { status, httpStatus } = await read('/', known);
      assert.deepEqual([status, httpStatus], ['error', 304]);
    });
  }

  it('returns the page if its version differs', async () =>
    assert.equal((await read('/', { etag: '"six"' })).status, 'ok'));

  it('sends the validators to no other origin', async () => {
    assert.equal((await read('/leads-away', { etag: ETAG })).status, 'ok');
    assert.equal(elsewhere.requests.at(-1)?.headers['if-none-match'], undefined);
  });
});
