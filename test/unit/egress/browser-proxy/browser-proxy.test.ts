import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAllowList } from '../../../../services/egress/allow-list.ts';
import { startBrowserProxy, type BrowserProxy } from '../../../../services/egress/browser-proxy/browser-proxy.ts';
import { createGate } from '../../../../services/egress/gate.ts';
import { startSite, type Site } from '../../../support/site.ts';

describe("the browser's proxy", () => {
  let site: Site;
  let canary: Site;
  let proxy: BrowserProxy;
  let folder: string;
  let socketPath: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-proxy-test-'));
    socketPath = join(folder, 'proxy.sock');
    canary = await startSite({ '/': 'secret' }, '127.0.0.2');
    site = await startSite({
      '/': 'hello',
      '/to-canary': (_request, response) => void response.writeHead(302, { location: canary.origin }).end(),
    });
    proxy = await startBrowserProxy(createGate({ allowList: parseAllowList(site.host) }), { socketPath });
  });

  after(async () => {
    await proxy.close();
    await Promise.all([site.close(), canary.close()]);
    await rm(folder, { recursive: true });
  });

  afterEach('the canary stays alone', () => assert.equal(canary.connections(), 0));

  async function get(url: string): Promise<IncomingMessage> {
    const asked = sendRequest({ socketPath, path: url, headers: { host: new URL(url).host } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  }

  async function connect(target: string): Promise<{ statusCode: number | undefined; socket: Socket }> {
    const asked = sendRequest({ socketPath, method: 'CONNECT', path: target }).end();
    const [answer, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket];
    return { statusCode: answer.statusCode, socket };
  }

  it('forwards an admitted request', async () => {
    assert.equal(await text(await get(`${site.origin}/`)), 'hello');
  });

  it('connects to the judged address, even if the system resolves the name otherwise', async () => {
    const resolver = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [], lookupTrusted: async () => [] };
    const pinned = await startBrowserProxy(createGate({ resolver, allowList: parseAllowList('127.0.0.1/32') }), {
      port: 0,
    });
    const asked = sendRequest({
      host: '127.0.0.1',
      port: pinned.port,
      path: `http://known-to-the-gate-alone.example:${site.port}/`,
      headers: { host: 'known-to-the-gate-alone.example' },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    assert.equal(await text(answer), 'hello');
    await pinned.close();
  });

  it('passes redirects to the browser, which must request again', async () => {
    const answer = await get(`${site.origin}/to-canary`);
    assert.equal(answer.statusCode, 302);
    answer.resume();
  });

  for (const path of ['/', '/?q=169.254.169.254']) {
    it(`refuses the canary in absolute form (${path})`, async () => {
      const answer = await get(canary.origin + path);
      assert.equal(answer.statusCode, 403);
      answer.resume();
    });
  }

  it('tunnels to an admitted host', async () => {
    const { statusCode, socket } = await connect(site.host);
    assert.equal(statusCode, 200);
    socket.write(`GET / HTTP/1.1\r\nhost: ${site.host}\r\nconnection: close\r\n\r\n`);
    assert.match(await text(socket), /^hello\r?$/m);
  });

  for (const [what, target] of [
    ['a private address', () => canary.host],
    ['the same in hex', () => `0x7f000002:${canary.port}`],
    ['the same as a mapped address', () => `[::ffff:127.0.0.2]:${canary.port}`],
    ['userinfo before it', () => `${site.host}@${canary.host}`],
    ['localhost', () => `localhost:${canary.port}`],
    ['a name that metadata is served under', () => 'metadata.google.internal:80'],
  ] as const) {
    it(`refuses a tunnel to ${what}`, async () => {
      const { statusCode, socket } = await connect(target());
      assert.equal(statusCode, 403);
      socket.destroy();
    });
  }

  it('answers 502 if an admitted host is unreachable', async () => {
    const gone = await startSite({});
    await gone.close();
    const other = await startBrowserProxy(createGate({ allowList: parseAllowList(gone.host) }), { port: 0 });
    const asked = sendRequest({
      host: '127.0.0.1',
      port: other.port,
      path: `${gone.origin}/`,
      headers: { host: gone.host },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 502);
    answer.resume();
    await other.close();
  });
});
