import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { systemClock } from '../../../services/core/clock.ts';
import { parseAllowList } from '../../../services/egress/allow-list.ts';
import { createEgress, type Egress } from '../../../services/egress/egress.ts';
import { createGate } from '../../../services/egress/gate.ts';
import type { Browser } from '../../../services/fetch/browser/browser.ts';
import { createExtractor, type Extractor } from '../../../services/extract/extractor.ts';
import { readPage, type PageResult } from '../../../services/fetch/read-page.ts';
import { smallPdf } from './small-pdf.ts';
import { startSite, type RouteHandler, type Site } from '../../support/site.ts';

const prose = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(
  10,
);
const page = (body: string) =>
  `<!doctype html><html><head><title>Harbours</title></head><body><main>${body}</main></body></html>`;

const answering =
  (contentType: string | undefined, body: string | Buffer, status = 200): RouteHandler =>
  (_request, response) => {
    if (contentType) response.setHeader('content-type', contentType);
    response.writeHead(status).end(body);
  };

/** Fails so often before it answers. */
function failing(times: number, fail: RouteHandler): RouteHandler {
  let failed = 0;
  return (request, response) => {
    failed += 1;
    return failed <= times
      ? fail(request, response)
      : answering('text/html', page(`<p>${prose}</p>`))(request, response);
  };
}
const reset: RouteHandler = (_request, response) => void response.socket?.resetAndDestroy();

describe('reading a page', () => {
  let site: Site;
  let egress: Egress;
  let extractor: Extractor;

  before(async () => {
    site = await startSite({
      '/': page(`<h1>Harbours</h1><p>${prose}</p>`),
      '/moved': (_request, response) => void response.writeHead(301, { location: '/' }).end(),
      '/latin': answering('text/html; charset=iso-8859-1', Buffer.from(page(`<p>Gr\xfc\xdfe ${prose}</p>`), 'latin1')),
      '/text': answering('text/plain', 'one\n\ntwo'),
      '/markdown': answering('text/markdown; charset=utf-8', '# One\n'),
      '/json': answering('application/ld+json', '{"a": "```"}'),
      '/xml': answering('application/xml', '<?xml version="1.0"?><a>b</a>'),
      '/pdf': answering(
        'application/pdf',
        smallPdf([
          [
            { text: 'Tides of today', size: 24, x: 72, y: 780 },
            { text: 'High at noon, and low again before the night.', size: 11, x: 72, y: 700 },
          ],
        ]),
      ),
      '/pdf-as-html': answering(
        'text/html',
        smallPdf([[{ text: 'High at noon, and low again before the night.', size: 11, x: 72, y: 700 }]]),
      ),
      '/pdf-of-scans': answering('application/pdf', smallPdf([[]])),
      '/pdf-broken': answering('application/pdf', '%PDF-1.7\nbroken'),
      '/feed': answering(
        'application/rss+xml',
        '<rss><channel><title>News</title><item><title>One</title><link>/one</link><description>First</description></item></channel></rss>',
      ),
      '/feed-broken': answering('application/atom+xml', '<nothing/>'),
      '/undeclared': answering(undefined, page(`<p>${prose}</p>`)),
      '/undeclared-binary': answering(undefined, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2])),
      '/image': answering('image/png', 'not read'),
      '/empty': answering('text/html', ''),
      '/blank-text': answering('text/plain', ' \n '),
      '/navigation-only': page('<nav><a href="/a">A</a></nav><script>1</script>'),
      '/gone': answering('text/html', page(`<p>${prose}</p>`), 410),
      '/broken': answering('text/html', page(`<p>${prose}</p>`), 500),
      '/choices': answering('text/html', page(`<p>${prose}</p>`), 300),
      '/login': answering(
        'text/html',
        '<title>Acme Portal</title><h1>Acme Portal</h1><form><label>User name</label><input><label>Password</label><input type="password"></form>',
      ),
      '/wall': answering('text/html', '<title>Just a moment...</title><p>Checking your browser before you go on.'),
      '/bomb': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a'))),
      '/large': answering('text/html', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')),
      '/short-of-length': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' }).write('<p>');
        setImmediate(() => response.socket?.end());
      },
      '/slow-body': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
      '/long': answering('text/plain', `a${'é'.repeat(1024 * 1024)}`),
      '/busy-twice': failing(2, answering('text/html', 'busy', 503)),
      '/limited-always': failing(99, answering('text/html', 'limited', 429)),
      '/reset-twice': failing(2, reset),
      '/reset-always': failing(99, reset),
      '/script-only': '<title>App</title><div id="root"></div><script>run()</script>',
    });
    egress = createEgress(createGate({ allowList: parseAllowList(site.host) }));
    extractor = createExtractor();
  });

  after(async () => {
    await Promise.all([egress.close(), extractor.close(), site.close()]);
  });

  const read = (
    path: string,
    { browser, signal }: { browser?: Browser; signal?: AbortSignal } = {},
  ): Promise<PageResult> => {
    const deps = {
      egress,
      extractor,
      clock: systemClock,
      userAgent: 'Quarry-Test (+https://example.com/)',
      ...(browser && { browser }),
    };
    return readPage(deps, path.startsWith('/') ? site.origin + path : path, signal ?? AbortSignal.timeout(20_000));
  };
  const countOf = (path: string) => site.requests.filter((request) => request.path === path).length;

  it('returns its Markdown, title and final address', async () => {
    const result = await read('/moved');
    assert.equal(result.status, 'ok');
    const { fetchedAt, markdown, ...rest } = result;
    assert.deepEqual(rest, {
      status: 'ok',
      finalUrl: `${site.origin}/`,
      httpStatus: 200,
      contentType: 'text/html',
      title: 'Harbours',
    });
    assert.ok(fetchedAt instanceof Date);
    assert.match(markdown, /^# Harbours\n\nThe harbour was built/);
  });

  it('identifies the agent, the accepted types and the languages', async () => {
    await read('/');
    const { headers } = site.requests.findLast(({ path }) => path === '/') ?? assert.fail('not asked');
    assert.equal(headers['user-agent'], 'Quarry-Test (+https://example.com/)');
    assert.match(headers.accept ?? '', /text\/html/);
    assert.equal(headers['accept-language'], 'en,*;q=0.5');
    assert.equal(headers['accept-encoding'], 'gzip, deflate, br, zstd');
  });

  const texts: Array<[path: string, markdown: string]> = [
    ['/text', 'one\n\ntwo'],
    ['/markdown', '# One'],
    ['/json', '````json\n{"a": "```"}\n````'],
    ['/pdf', '# Tides of today\n\nHigh at noon, and low again before the night.'],
    ['/pdf-as-html', 'High at noon, and low again before the night.'],
    ['/xml', '```xml\n<?xml version="1.0"?><a>b</a>\n```'],
  ];
  for (const [path, markdown] of texts) {
    it(`returns ${path.slice(1)} as Markdown`, async () => {
      const result = await read(path);
      assert.equal(result.status === 'ok' ? result.markdown : result.message, markdown);
    });
  }

  it('returns the entries of a feed, with links relative to the feed', async () => {
    const result = await read('/feed');
    assert.equal(
      result.status === 'ok' ? result.markdown : result.message,
      `# News\n\n## [One](${site.origin}/one)\n\nFirst`,
    );
  });

  it('decodes the character set that the origin declares', async () => {
    const result = await read('/latin');
    assert.match(result.status === 'ok' ? result.markdown : '', /^Grüße/);
  });

  it('inspects the bytes if the origin declares no type', async () => {
    const result = await read('/undeclared');
    assert.deepEqual([result.status, result.contentType], ['ok', 'text/html']);
  });

  it('cuts Markdown at 1 MiB, between code points', async () => {
    const result = await read('/long');
    assert.equal(result.status, 'ok');
    assert.equal(Buffer.byteLength(result.markdown), 1024 * 1024 - 1);
    assert.doesNotMatch(result.markdown, /\uFFFD/);
  });

  const failures: Array<[path: string, code: string, httpStatus: number | undefined]> = [
    ['nonsense', 'invalid_url', undefined],
    ['ftp://example.com/', 'unsupported_scheme', undefined],
    ['http://10.0.0.1/', 'url_not_accessible', undefined],
    ['http://localhost:1234/', 'url_not_accessible', undefined],
    ['/missing', 'url_not_accessible', 404],
    ['/gone', 'url_not_accessible', 410],
    ['/choices', 'url_not_accessible', 300],
    ['/wall', 'url_not_accessible', 200],
    ['/login', 'extraction_failed', 200],
    ['/broken', 'upstream_error', 500],
    ['/bomb', 'upstream_error', 200],
    ['/large', 'upstream_error', 200],
    ['/short-of-length', 'upstream_error', 200],
    ['/image', 'unsupported_content_type', 200],
    ['/undeclared-binary', 'unsupported_content_type', 200],
    ['/empty', 'extraction_failed', 200],
    ['/pdf-of-scans', 'extraction_failed', 200],
    ['/pdf-broken', 'extraction_failed', 200],
    ['/feed-broken', 'extraction_failed', 200],
    ['/blank-text', 'extraction_failed', 200],
    ['/navigation-only', 'extraction_failed', 200],
  ];
  for (const [path, code, httpStatus] of failures) {
    it(`answers ${code} for ${path}`, async () => {
      const result = await read(path);
      assert.equal(result.status === 'error' ? result.code : result, code);
      assert.equal(result.httpStatus, httpStatus);
    });
  }

  describe('that fails for a time', () => {
    const paths = ['/busy-twice', '/reset-twice', '/limited-always', '/reset-always'];
    const results = new Map<string, PageResult>();

    // The pauses between the tries pass for all of them at once.
    before(async () => {
      await Promise.all(paths.map(async (path) => results.set(path, await read(path))));
    });

    for (const path of ['/busy-twice', '/reset-twice']) {
      it(`retries ${path} until it responds`, () => {
        assert.equal(results.get(path)?.status, 'ok');
        assert.equal(countOf(path), 3);
      });
    }

    for (const [path, httpStatus] of [
      ['/limited-always', 429],
      ['/reset-always', undefined],
    ] as const) {
      it(`tries ${path} exactly three times`, () => {
        const result = results.get(path);
        assert.deepEqual(
          [result?.status === 'error' && result.code, result?.httpStatus],
          ['url_not_accessible', httpStatus],
        );
        assert.equal(countOf(path), 3);
      });
    }
  });

  it('does not retry other failures', async () => {
    const before = countOf('/broken');
    await read('/broken');
    assert.equal(countOf('/broken') - before, 1);
  });

  it('stays cancelled if the caller aborts during an endless body', async () => {
    const caller = new AbortController();
    const reason = new Error('the caller left');
    const reading = read('/slow-body', { signal: caller.signal });
    setImmediate(() => caller.abort(reason));
    await assert.rejects(reading, reason);
  });

  it('renders a page only if its HTML has no content of its own', async () => {
    const rendered: string[] = [];
    const browser: Browser = {
      isolation: async () => 'namespace',
      close: async () => {},
      render: async (url) => {
        rendered.push(url);
        return {
          status: 'rendered',
          html: page(`<p>${prose}</p>`),
          finalUrl: `${url}#/home`,
          httpStatus: 200,
          contentType: 'text/html',
        };
      },
    };
    const results = [await read('/', { browser }), await read('/script-only', { browser })];
    assert.deepEqual(
      results.map(({ status }) => status),
      ['ok', 'ok'],
    );
    assert.deepEqual(rendered, [`${site.origin}/script-only`]);
  });

  it('uses the HTML if it cannot be rendered', async () => {
    const browser: Browser = {
      isolation: async () => 'namespace',
      close: async () => {},
      render: async () => ({ status: 'refused', code: 'upstream_error', message: 'the page could not be rendered' }),
    };
    const result = await read('/script-only', { browser });
    assert.equal(result.status === 'error' && result.code, 'extraction_failed');
  });
});
