import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parseAllowList } from '../../../services/egress/allow-list.ts';
import { createEgress, type Egress, type EgressRequest, type EgressResponse } from '../../../services/egress/egress.ts';
import { createGate } from '../../../services/egress/gate.ts';
import { readBody } from '../../../services/egress/read-body.ts';
import { systemResolver } from '../../../services/egress/resolve.ts';
import { startSite, type RouteHandler, type Site } from '../../support/site.ts';

const redirectTo =
  (location: string, status = 302): RouteHandler =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

describe('egress', () => {
  let site: Site;
  let canary: Site;
  let egress: Egress;
  const neverAnswered = Promise.withResolvers<Socket>();

  const get = (path: string, request: Partial<EgressRequest> = {}): Promise<EgressResponse> =>
    egress.request(path.startsWith('/') ? site.origin + path : path, {
      signal: AbortSignal.timeout(10_000),
      ...request,
    });

  const text = async (response: EgressResponse): Promise<string> => {
    assert.equal(response.status, 'answered');
    const body = await readBody(response, 1_000_000, AbortSignal.timeout(10_000));
    assert.equal(body.status, 'read');
    return body.bytes.toString();
  };

  before(async () => {
    canary = await startSite({ '/': 'secret' }, '127.0.0.2');
    site = await startSite({
      '/': 'hello',
      '/echo': (request, response) =>
        void response.end(JSON.stringify({ method: request.method, headers: request.headers })),
      '/to-canary': redirectTo(`${canary.origin}/`),
      '/twice-to-canary': redirectTo('/to-canary'),
      '/to-file': redirectTo('file:///etc/passwd'),
      '/to-nowhere': redirectTo('http://[bad'),
      '/loop': redirectTo('/loop'),
      '/relative': redirectTo('echo?from=redirect'),
      '/other-origin': (_request, response) =>
        void response.writeHead(307, { location: `http://localhost:${site.port}/echo` }).end(),
      '/see-other': redirectTo('/echo', 303),
      '/keep': redirectTo('/echo', 307),
      '/cookie-wall': (request, response) => {
        if (request.headers.cookie === 'seen=yes') response.end('past the wall');
        else response.writeHead(302, { location: '/cookie-wall', 'set-cookie': 'seen=yes; Path=/; HttpOnly' }).end();
      },
      '/big-headers': (_request, response) =>
        void response.writeHead(200, { 'x-big': 'x'.repeat(17 * 1024) }).end('body'),
      '/utf8-location': (_request, response) => {
        response.socket?.end('HTTP/1.1 302 Found\r\nlocation: /grüße\r\ncontent-length: 0\r\n\r\n');
      },
      '/gr%C3%BC%C3%9Fe': 'reached',
      '/reset': (_request, response) => void response.socket?.destroy(),
      '/garbage': (_request, response) => void response.socket?.end('this is not HTTP\r\n\r\n'),
      '/never': (request) => neverAnswered.resolve(request.socket),
    });
    const allowList = parseAllowList(`127.0.0.1/32,localhost:${site.port}`);
    egress = createEgress(createGate({ allowList }));
  });

  after(async () => {
    await egress.close();
    await Promise.all([site.close(), canary.close()]);
  });

  afterEach('the canary stays alone', () => assert.equal(canary.connections(), 0));

  it('returns a response with its final URL', async () => {
    const response = await get('/relative');
    assert.equal(response.finalUrl, `${site.origin}/echo?from=redirect`);
    assert.equal(JSON.parse(await text(response)).headers.host, site.host);
  });

  it('refuses a private address without connecting', async () => {
    const response = await get(canary.origin);
    assert.deepEqual(
      [response.status, response.status === 'refused' && response.code],
      ['refused', 'url_not_accessible'],
    );
  });

  for (const [path, lastPath] of [
    ['/to-canary', '/to-canary'],
    ['/twice-to-canary', '/to-canary'],
    ['/to-file', '/to-file'],
    ['/to-nowhere', '/to-nowhere'],
  ] as const) {
    it(`refuses the target of ${path}, and names the redirecting response`, async () => {
      const response = await get(path);
      assert.equal(response.status, 'refused');
      assert.equal(response.code, 'url_not_accessible');
      assert.equal(response.httpStatus, 302);
      assert.equal(response.finalUrl, site.origin + lastPath);
    });
  }

  it('connects to the checked address, even if the name resolves to another one by then', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const resolver = { ...systemResolver(), resolve4: async () => [answers.shift() ?? ''], resolve6: async () => [] };
    const rebound = createEgress(createGate({ allowList: parseAllowList('127.0.0.1/32'), resolver }));
    const url = `http://rebind.example.com:${site.port}/echo`;
    const first = await rebound.request(url, { signal: AbortSignal.timeout(10_000) });
    assert.equal(JSON.parse(await text(first)).headers.host, `rebind.example.com:${site.port}`);
    const second = await rebound.request(url, { signal: AbortSignal.timeout(10_000) });
    assert.equal(second.status, 'refused');
    await rebound.close();
  });

  it('tries the next address if the first does not answer', async () => {
    const resolver = {
      ...systemResolver(),
      resolve4: async () => ['127.0.0.3', '127.0.0.1'],
      resolve6: async () => [],
    };
    const spread = createEgress(createGate({ allowList: parseAllowList('127.0.0.3/32,127.0.0.1/32'), resolver }));
    const response = await spread.request(`http://spread.example.com:${site.port}/`, {
      signal: AbortSignal.timeout(10_000),
    });
    assert.equal(await text(response), 'hello');
    await spread.close();
  });

  it('connects to IPv6 addresses', async () => {
    const ipv6 = await startSite({ '/': 'over IPv6' }, '::1');
    const listed = createEgress(createGate({ allowList: parseAllowList(ipv6.host) }));
    assert.equal(await text(await listed.request(ipv6.origin, { signal: AbortSignal.timeout(10_000) })), 'over IPv6');
    await Promise.all([listed.close(), ipv6.close()]);
  });

  it('throws if the request itself is invalid', async () => {
    await assert.rejects(get('/', { headers: { 'x-bad': 'a\nb' } }), /invalid/i);
  });

  it('judges the name again at a redirect', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const resolver = { ...systemResolver(), resolve4: async () => [answers.shift() ?? ''], resolve6: async () => [] };
    const rebound = createEgress(createGate({ allowList: parseAllowList('127.0.0.1/32'), resolver }));
    const response = await rebound.request(`http://rebind.example.com:${site.port}/loop`, {
      signal: AbortSignal.timeout(10_000),
    });
    assert.deepEqual([response.status, response.httpStatus], ['refused', 302]);
    await rebound.close();
  });

  it('follows 20 redirects and not one more', async () => {
    const before = site.requests.length;
    const response = await get('/loop');
    assert.equal(response.status, 'refused');
    assert.equal(response.code, 'url_not_accessible');
    assert.equal(site.requests.length - before, 21);
  });

  it('returns a redirect if it must not follow', async () => {
    const response = await get('/to-canary', { followRedirects: false });
    assert.equal(response.httpStatus, 302);
    assert.equal(await text(response), '');
  });

  it('sends secrets only to the origin that they were meant for', async () => {
    const headers = { authorization: 'Bearer x', 'x-subscription-token': 'y', cookie: 'z', accept: 'text/plain' };
    const seen = JSON.parse(await text(await get('/other-origin', { headers }))).headers;
    assert.deepEqual(
      [seen.authorization, seen['x-subscription-token'], seen.cookie, seen.accept],
      [undefined, undefined, undefined, 'text/plain'],
    );
    const kept = JSON.parse(await text(await get('/relative', { headers }))).headers;
    assert.equal(kept.authorization, 'Bearer x');
  });

  it('turns a POST into a GET at 303 and repeats it at 307', async () => {
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const seeOther = JSON.parse(await text(await get('/see-other', post)));
    assert.deepEqual([seeOther.method, seeOther.headers['content-type']], ['GET', undefined]);
    const kept = JSON.parse(await text(await get('/keep', post)));
    assert.deepEqual([kept.method, kept.headers['content-length']], ['POST', '2']);
  });

  it('sends cookies back on later hops on request', async () => {
    assert.equal(await text(await get('/cookie-wall', { cookies: true })), 'past the wall');
    assert.equal((await get('/cookie-wall')).status, 'refused');
  });

  it('reads a location in raw UTF-8 as browsers do', async () => {
    assert.equal(await text(await get('/utf8-location')), 'reached');
  });

  it('refuses more than 16 KiB of headers', async () => {
    const response = await get('/big-headers');
    assert.deepEqual([response.status, response.status === 'refused' && response.code], ['refused', 'upstream_error']);
  });

  it('refuses what is not HTTP', async () => {
    const response = await get('/garbage');
    assert.deepEqual([response.status, response.status === 'refused' && response.code], ['refused', 'upstream_error']);
  });

  it('marks a reset connection, which is worth a retry', async () => {
    const response = await get('/reset');
    assert.equal(response.status, 'refused');
    assert.deepEqual([response.code, response.isConnectionReset], ['url_not_accessible', true]);
  });

  it('reports a refused connection', async () => {
    const closed = createTcpServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const response = await get(`http://127.0.0.1:${port}/`);
    assert.deepEqual(
      [response.status, response.status === 'refused' && response.code],
      ['refused', 'url_not_accessible'],
    );
  });

  it('reports a failed TLS handshake', async () => {
    const response = await get(`https://127.0.0.1:${site.port}/`);
    assert.deepEqual(
      [response.status, response.status === 'refused' && response.code],
      ['refused', 'url_not_accessible'],
    );
  });

  it('names the host, not the address, in the TLS greeting', async () => {
    const greeted = Promise.withResolvers<string>();
    const server = createTlsServer({
      SNICallback: (servername, done) => {
        greeted.resolve(servername);
        done(new Error('no certificate'));
      },
    });
    server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const resolver = { ...systemResolver(), resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
    const named = createEgress(createGate({ allowList: parseAllowList('127.0.0.1/32'), resolver }));
    const response = await named.request(`https://named.example.com:${port}/`, { signal: AbortSignal.timeout(10_000) });
    assert.deepEqual([await greeted.promise, response.status], ['named.example.com', 'refused']);
    server.close();
    await once(server, 'close');
  });

  it('stays cancelled and closes its connection if the caller aborts', async () => {
    const caller = new AbortController();
    const reason = new Error('the caller left');
    const asked = get('/never', { signal: caller.signal });
    const connection = await neverAnswered.promise;
    caller.abort(reason);
    await assert.rejects(asked, reason);
    if (!connection.destroyed) await once(connection, 'close');
  });

  it('sends nothing for a caller that has aborted', async () => {
    await assert.rejects(get('/', { signal: AbortSignal.abort(new Error('left before')) }), /left before/);
  });
});
