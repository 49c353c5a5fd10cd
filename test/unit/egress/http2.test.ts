import assert from 'node:assert/strict';
import { parseAllowList } from '../../../services/egress/allow-list.ts';
import { createEgress, type Egress } from '../../../services/egress/egress.ts';
import { createGate } from '../../../services/egress/gate.ts';
import { readBody } from '../../../services/egress/read-body.ts';
import { eventually } from '../../support/eventually.ts';
import { startSecureSite, type SecureSite } from '../../support/secure-site.ts';

describe('egress over HTTP/2', () => {
  let site: SecureSite;
  let egress: Egress;
  let streamsClosed = 0;

  before(async () => {
    site = await startSecureSite((request, response) => {
      if (request.url === '/redirect') return void response.writeHead(302, { location: '/echo' }).end();
      if (request.url === '/headers')
        return void response.writeHead(200, { 'x-big': 'x'.repeat(17 * 1024) }).end('body');
      if (request.url === '/reset') return 'stream' in response ? response.stream.close(2) : undefined;
      if (request.url === '/never') return void request.once('close', () => (streamsClosed += 1));
      if (request.url === '/long') return void response.writeHead(200).end('x'.repeat(300_000));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ host: request.headers[':authority'], agent: request.headers['user-agent'] }));
    });
    egress = createEgress(createGate({ allowList: parseAllowList('127.0.0.1/32') }));
  });
  after(async () => {
    await egress.close();
    await site.close();
  });

  const get = (path: string, signal = AbortSignal.timeout(10_000)) =>
    egress.request(site.origin + path, { signal, headers: { 'user-agent': 'Quarry' } });

  it('serves an origin that supports it, through redirects too', async () => {
    const response = await get('/redirect');
    assert.equal(response.status, 'answered');
    const body = await readBody(response, 10_000, AbortSignal.timeout(10_000));
    assert.deepEqual(body.status === 'read' && JSON.parse(body.bytes.toString()), {
      host: new URL(site.origin).host,
      agent: 'Quarry',
    });
    assert.deepEqual(site.protocols.slice(-2), ['2.0', '2.0']);
  });

  it('reads long bodies to their end and enforces the limit', async () => {
    const whole = await get('/long');
    const cut = await get('/long');
    assert.ok(whole.status === 'answered' && cut.status === 'answered');
    const read = await readBody(whole, 400_000, AbortSignal.timeout(10_000));
    assert.equal(read.status === 'read' && read.bytes.length, 300_000);
    assert.equal((await readBody(cut, 200_000, AbortSignal.timeout(10_000))).status, 'refused');
  });

  it('refuses a response with more than 16 KiB of headers', async () => {
    const response = await get('/headers');
    assert.deepEqual([response.status, response.status === 'refused' && response.code], ['refused', 'upstream_error']);
  });

  it('reports a stream that the origin resets', async () => {
    const response = await get('/reset');
    assert.deepEqual(
      [response.status, response.status === 'refused' && response.code],
      ['refused', 'url_not_accessible'],
    );
  });

  it('stays cancelled and leaves no stream open if the caller aborts', async () => {
    const caller = new AbortController();
    const reason = new Error('the caller left');
    const asked = get('/never', caller.signal);
    setTimeout(() => caller.abort(reason), 200);
    await assert.rejects(asked, reason);
    assert.equal(
      await eventually(
        5_000,
        async () => streamsClosed,
        (count) => count > 0,
      ),
      1,
    );
  });
});
