import assert from 'node:assert/strict';
import { signInAs, signInOwner } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('GET /v1/usage', () => {
  let quarry: TestQuarry;
  let keyId: string;
  let userId: string;
  before(async () => {
    quarry = await startQuarry();
    const documents = [{ url: 'https://example.com/rock', text: 'Granite is an igneous rock.' }];
    await quarry.call('POST', '/v1/documents', { documents });
    const owner = await signInOwner(quarry);
    userId = (await owner.call('GET', '/console/session')).body.user.id;
    keyId = (await quarry.database.query<{ id: string }>('select id from api_keys'))[0]?.id ?? '';
    await quarry.call('POST', '/v1/search', { query: 'granite', scope: 'web' });
    await quarry.call('POST', '/v1/search', { query: 'granite' });
    await quarry.call('POST', '/v1/answer', { query: 'What is granite?', model: 'pro', scope: 'web' });
    await owner.call('POST', '/v1/search', { query: 'granite', scope: 'web' });
    const run = await quarry.call('POST', '/v1/agent/runs', { query: 'granite', effort: 'low', scopes: ['news'] });
    const ended = await eventually(
      30_000,
      async () => (await quarry.call('GET', `/v1/agent/runs/${run.body.id}?wait=10`)).body.status,
      (status) => status === 'completed',
    );
    assert.equal(ended, 'completed');
  });
  after(() => quarry.stop());

  const rowsBy = async (group: string) => {
    const { status, body } = await quarry.call('GET', `/v1/usage?group_by=${group}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.rows as Array<Record<string, unknown>>;
  };
  const spentByRun = async () => {
    const [row] = await quarry.database.query<{ credits: string }>(
      `select -amount as credits from postings where business_key like 'run\\_%'`,
    );
    return Number(row?.credits);
  };

  it('sums up the charges of a day', async () => {
    const run = await spentByRun();
    const [{ day, ...sums } = {}, ...others] = await rowsBy('day');
    assert.match(String(day), /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual([sums, others], [{ calls: 5, credits: 8 + run }, []]);
  });

  it('distinguishes operations, including runs in the background', async () => {
    const byName = new Map((await rowsBy('operation')).map(({ operation, ...sums }) => [operation, sums]));
    assert.deepEqual(
      byName,
      new Map([
        ['answer', { calls: 1, credits: 5 }],
        ['search', { calls: 3, credits: 3 }],
        ['createAgentRun', { calls: 1, credits: await spentByRun() }],
      ]),
    );
  });

  it('distinguishes keys and users of the console', async () => {
    const byKey = new Map((await rowsBy('key')).map(({ key, ...sums }) => [key, sums]));
    assert.deepEqual(byKey.get(userId), { name: 'Owner', calls: 1, credits: 1 });
    assert.deepEqual(byKey.get(keyId), { calls: 4, credits: 7 + (await spentByRun()) });
  });

  it('distinguishes the scopes that calls named', async () => {
    const calls = new Map((await rowsBy('scope')).map((row) => [row.scope, row.calls]));
    assert.deepEqual(
      calls,
      new Map<unknown, unknown>([
        ['web', 3],
        [null, 1],
        ['news', 1],
      ]),
    );
  });

  it('is CSV on request, in which no name is a formula', async () => {
    await quarry.database.query(`update api_keys set name = '=1+"1"'`);
    const { status, headers, body } = await quarry.call('GET', '/v1/usage?group_by=key&format=csv');
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
    const [names, ...rows] = (body as string).trimEnd().split('\r\n');
    assert.equal(names, 'key,name,calls,credits');
    const expected = [`${keyId},"'=1+""1"""`, `${userId},Owner`];
    const sums = [`4,${7 + (await spentByRun())}`, '1,1'];
    assert.deepEqual(rows.toSorted(), expected.map((named, place) => `${named},${sums[place]}`).toSorted());
    const days = await quarry.call('GET', '/v1/usage?format=csv');
    assert.match(days.body as string, /^day,calls,credits\r\n\d{4}-\d\d-\d\d,5,\d+\r\n$/);
    assert.equal((await quarry.call('GET', '/v1/usage?format=xml')).status, 400);
  });

  it('agrees with the balance', async () => {
    const credits = (await rowsBy('day')).reduce((sum, row) => sum + Number(row.credits), 0);
    const granted = await quarry.database.query<{ sum: string }>('select sum(amount) from postings where amount > 0');
    const { balance } = (await quarry.call('GET', '/v1/account')).body;
    assert.equal(Number(granted[0]?.sum) - credits, balance);
  });

  it('shows nothing of another organization', async () => {
    const { key } = await quarry.accounts.createOrganization('other', 10);
    for (const group of ['day', 'key', 'operation', 'scope'])
      assert.deepEqual(
        (await call(`${quarry.url}/v1/usage?group_by=${group}`, 'GET', undefined, { 'x-api-key': key })).body,
        { rows: [] },
      );
  });

  it('covers its time span, including whole days', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const calls = async (query: string) =>
      (await quarry.call('GET', `/v1/usage?group_by=operation&${query}`)).body.rows.length;
    assert.equal(await calls(`from=${today}&to=${today}`), 3);
    assert.equal(await calls('from=2020-01-01&to=2020-12-31'), 0);
    assert.equal(await calls('to=now-1d'), 0);
  });

  it('is available to roles that may see credits, and to keys with its scope', async () => {
    for (const role of ['viewer', 'operator'] as const)
      assert.equal((await (await signInAs(quarry, role)).call('GET', '/v1/usage')).status, 200);
    const [organization] = await quarry.database.query<{ org_id: string }>('select org_id from api_keys limit 1');
    const { key } = await quarry.accounts.createKey(organization?.org_id ?? '', { scopes: ['search'] });
    const refused = await quarry.call('GET', '/v1/usage', undefined, { 'x-api-key': key });
    assert.equal(refused.status, 403);
    assert.match(refused.body.error.message, /usage:read/);
  });

  const refusals: Array<[query: string, param: string]> = [
    ['group_by=colour', 'group_by: must be one of day, key, operation, scope'],
    ['from=yesterday', 'from: is not a date'],
    ['from=2026-02-01&to=2026-01-01', 'from: is after to'],
    ['from=2020-01-01&to=2026-01-01', 'from: is more than 366 days before to'],
    ['since=2020-01-01', 'since: is not a known field'],
  ];
  for (const [query, message] of refusals) {
    it(`refuses ${query}, and says why`, async () => {
      const { status, body } = await quarry.call('GET', `/v1/usage?${query}`);
      assert.equal(status, 400);
      assert.ok(body.error.message.startsWith(message), body.error.message);
    });
  }
});
