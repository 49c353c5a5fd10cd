import assert from 'node:assert/strict';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, type Site } from '../support/site.ts';

describe('Idempotency-Key', () => {
  let quarry: TestQuarry;
  let site: Site;
  let hold: Array<() => void> = [];

  before(async () => {
    site = await startSite({
      '/slow': (_request, response) =>
        new Promise((resolve) =>
          hold.push(() => resolve(void response.writeHead(200, { 'content-type': 'text/plain' }).end('slow but here'))),
        ),
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const search = (key: string, query: string) =>
    quarry.call('POST', '/v1/search', { query }, { 'idempotency-key': key });
  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;

  it('returns the same result to a retry and bills it once', async () => {
    const before = await balance();
    const first = await search('a', 'granite');
    const second = await search('a', 'granite');
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('x-request-id'), second.body.request_id);
    assert.equal(await balance(), before - 1);
  });

  it('recognizes the same request in another order of fields', async () => {
    const send = (body: string) => quarry.call('POST', '/v1/search', body, { 'idempotency-key': 'order' });
    const first = await send('{"query":"granite","max_results":3}');
    assert.deepEqual((await send('{"max_results":3, "query":"granite"}')).body, first.body);
  });

  it('refuses the key with another body', async () => {
    await search('b', 'granite');
    const { status, body } = await search('b', 'slate');
    assert.equal(status, 422);
    assert.equal(body.error.code, 'INVALID_REQUEST');
  });

  it('belongs to one organization', async () => {
    await search('c', 'granite');
    const other = await quarry.accounts.createOrganization('other', 10);
    const { status } = await call(
      `${quarry.url}/v1/search`,
      'POST',
      { query: 'slate' },
      { 'x-api-key': other.key, 'idempotency-key': 'c' },
    );
    assert.equal(status, 200);
  });

  it('conflicts while the first call runs, and replays it afterwards', async () => {
    hold = [];
    const body = { urls: [`${site.origin}/slow`] };
    const send = () => quarry.call('POST', '/v1/fetch', body, { 'idempotency-key': 'd' });
    const first = send();
    await eventually(
      5_000,
      async () => hold.length,
      (count) => count > 0,
    );
    const during = await send();
    assert.deepEqual([during.status, during.body.error.code], [409, 'CONFLICT']);
    hold[0]?.();
    assert.equal((await first).body.results[0].status, 'ok');
    assert.deepEqual((await send()).body, (await first).body);
    assert.equal(hold.length, 1);
  });

  it('frees the key of a rejected call', async () => {
    const other = await quarry.accounts.createOrganization('broke', 0);
    const send = () =>
      call(`${quarry.url}/v1/search`, 'POST', { query: 'granite' }, { 'x-api-key': other.key, 'idempotency-key': 'e' });
    assert.equal((await send()).status, 402);
    await quarry.accounts.grantCredits(other.orgId, 5);
    assert.equal((await send()).status, 200);
  });

  it('takes over from a process that died, under the same ids, and bills once', async () => {
    const before = await balance();
    const first = await search('f', 'granite');
    // As if the process had died after billing, before it could keep the response.
    await quarry.database.query(
      `update idempotency_records set http_status = null, response = null, lease_until = now() - interval '1 second' where key = 'f'`,
    );
    const second = await search('f', 'granite');
    assert.equal(second.status, 200);
    assert.notEqual(second.body.request_id, first.body.request_id);
    assert.equal(await balance(), before - 1);
  });

  it('creates one run for two attempts', async () => {
    const create = () => quarry.call('POST', '/v1/agent/runs', {}, { 'idempotency-key': 'g' });
    const [first, second] = [await create(), await create()];
    assert.equal(second.status, 201);
    assert.equal(second.body.id, first.body.id);
  });

  it('keeps responses encrypted', async () => {
    await quarry.call('POST', '/v1/answer', { query: 'malachite' }, { 'idempotency-key': 'h' });
    const [row] = await quarry.database.query<{ response: Buffer }>(
      `select response from idempotency_records where key = 'h'`,
    );
    assert.ok(row && !row.response.includes('request_id'));
  });

  it('refuses a key of more than 255 characters', async () => {
    assert.equal((await search('k'.repeat(256), 'granite')).status, 400);
  });
});
