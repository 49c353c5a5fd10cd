import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callService } from '../../../cli/client/service-client.ts';

describe('a call of the service', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  const call = async (answer: RequestListener, signal = new AbortController().signal) => {
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return callService({ url, key: 'key' }, { method: 'GET', path: '/v1/account' }, signal);
  };

  it('fails where something else answers, such as a page', async () => {
    await assert.rejects(
      call((_request, response) => response.end('<html></html>')),
      { code: 'UNAVAILABLE', message: /is not Quarry/ },
    );
  });

  it('fails where the connection breaks within the answer', async () => {
    const broken: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    };
    await assert.rejects(call(broken), { code: 'UNAVAILABLE', message: /was lost/ });
  });

  it('is interrupted within the answer', async () => {
    const stopping = new AbortController();
    const reason = new Error('interrupted');
    const slow: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":', () => setImmediate(() => stopping.abort(reason)));
    };
    await assert.rejects(call(slow, stopping.signal), reason);
    server?.closeAllConnections();
  });

  it('gives nothing where the answer is empty', async () => {
    assert.equal(await call((_request, response) => response.writeHead(204).end()), undefined);
  });
});
