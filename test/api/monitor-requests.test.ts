import assert from 'node:assert/strict';
import { callerOf, monitorScene } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

type Body = Answered['body'];

const search = (query: string) => ({ query });

describe('requests for a monitor', () => {
  let quarry: TestQuarry;
  // Nothing runs by itself here: a year is a year.
  before(async () => (quarry = await startQuarry()));
  after(() => quarry.stop());
  const { create, monitor, patch, read } = monitorScene(() => quarry);
  const paused = (members: object = {}) => create({ status: 'paused', ...members });

  const refused: Array<[string, object]> = [
    ['no cadence', { cadence: undefined }],
    ['a cadence of null', { cadence: null }],
    ['a cadence under an hour', { cadence: '59m' }],
    ['a cadence over 366 days', { cadence: '367d' }],
    ['a compound cadence', { cadence: '1h30m' }],
    ['a cadence as a number', { cadence: 3600 }],
    ['a cadence with a space', { cadence: ' 1h' }],
    ['a cadence that overflows', { cadence: '99999999999999999999s' }],
    ['no requests', { search_requests: [] }],
    ['1,001 requests', { search_requests: Array.from({ length: 1_001 }, (_, at) => search(`${at}`)) }],
    ['a blank query', { search_requests: [search(' ')] }],
    ['a request with an api_key', { search_requests: [{ query: 'a', api_key: 'x' }] }],
    ['a request with an unknown member', { search_requests: [{ query: 'a', depth: 2 }] }],
    ['a request that is none', { search_requests: ['a'] }],
    [
      'a request whose dates are reversed',
      { search_requests: [{ query: 'a', from_date: '2026-02-02', to_date: '2026-01-01' }] },
    ],
    ['identical requests', { search_requests: [search('a'), search('a')] }],
    [
      'requests that are identical after defaults',
      { search_requests: [search('a'), { max_results: 10, tier: 'PRO', scope: 'web', query: ' a ' }] },
    ],
    ['a name over 512 bytes', { name: 'é'.repeat(257) }],
    ['a name with a NUL', { name: 'a\0' }],
    ['a query with a NUL', { search_requests: [search('a\0b')] }],
    ['a query with half a character', { search_requests: [search('a\ud800')] }],
    ['a webhook with a NUL', { webhook: { url: 'https://hooks.example.com/\0' } }],
    ['a webhook with half a character', { webhook: { url: 'https://hooks.example.com/\ud800' } }],
    ['the status disabled', { status: 'disabled' }],
    ['the status deleted', { status: 'deleted' }],
    ['a webhook without a URL', { webhook: { events: [] } }],
    ['a webhook over http', { webhook: { url: 'http://hooks.example.com/' } }],
    ['a webhook at a private address', { webhook: { url: 'https://10.0.0.1/' } }],
    ['a webhook at a private name', { webhook: { url: 'https://localhost/' } }],
    ['a webhook with a password', { webhook: { url: 'https://a:b@hooks.example.com/' } }],
    ['an unknown event', { webhook: { url: 'https://hooks.example.com/', events: ['run.skipped'] } }],
    ['an unknown webhook status', { webhook: { url: 'https://hooks.example.com/', status: 'paused' } }],
    ['an unknown member', { interval: '1h' }],
  ];
  for (const [what, members] of refused) {
    it(`refuses ${what}, and creates nothing`, async () => {
      const { status, body } = await quarry.call('POST', '/v1/monitors', {
        cadence: '1d',
        name: 'refused',
        search_requests: [search('a')],
        ...members,
      });
      assert.deepEqual([status, body.error.code], [400, 'INVALID_REQUEST'], JSON.stringify(body));
      assert.deepEqual((await quarry.call('GET', '/v1/monitors?name=refused')).body.monitors, []);
    });
  }

  const lists = [
    '?name=%00',
    '?since=mon_%00',
    '?before=%00',
    '?limit=1%00',
    '?status=active%00',
    '/MONITOR/runs?since=1%00',
    '/MONITOR/records?before=%00',
    '/MONITOR/webhook/deliveries?before=msg_%00',
  ];
  for (const list of lists) {
    it(`refuses a NUL in a list: ${list}`, async () => {
      const { status, body } = await quarry.call('GET', `/v1/monitors${list.replace('MONITOR', await paused())}`);
      assert.deepEqual([status, body.error?.code], [400, 'INVALID_REQUEST'], JSON.stringify(body));
    });
  }

  for (const path of [
    '/mon_%00',
    '/MONITOR/runs/1%00',
    '/MONITOR/runs/%00/records',
    '/MONITOR/runs/%00/suppressed',
    '/MONITOR/feed.json?token=%00',
  ]) {
    it(`finds nothing for a NUL in an address: ${path}`, async () => {
      const { status } = await quarry.call('GET', `/v1/monitors${path.replace('MONITOR', await paused())}`);
      assert.equal(status, 404);
    });
  }

  it('keeps requests as given, in their order', async () => {
    const requests = [
      { query: ' b ', max_results: 5 },
      { query: 'a', fields: { snippets: { max_tokens: 512 } } },
    ];
    const { search_requests: kept } = await monitor(await paused({ search_requests: requests }));
    assert.deepEqual(
      kept.map((one: Body) => one.request),
      requests,
    );
    for (const one of kept) assert.match(one.request_id, /^mrq_/);
  });

  const given = {
    name: 'as it was',
    cadence: '90m',
    search_requests: [search('a'), search('b')],
    webhook: { url: 'https://hooks.example.com/a', events: ['run.failed'] },
  };
  let names = 0;
  const patched = async (members: object): Promise<{ before: Body; after: Body; answered: Answered }> => {
    const id = await paused({ ...given, name: `monitor ${(names += 1)}` });
    const before = await monitor(id);
    const answered = await patch(id, members);
    const after = await monitor(id);
    return { before, after: { ...after, updated_at: before.updated_at }, answered };
  };
  const bodies = (one: Body) => one.search_requests.map(({ request }: Body) => request);

  const changes: Array<[string, object, (before: Body) => object]> = [
    ['nothing', {}, () => ({})],
    ['a name', { name: 'another' }, () => ({ name: 'another' })],
    ['null for the name: the empty one', { name: null }, () => ({ name: '' })],
    ['the empty name', { name: '' }, () => ({ name: '' })],
    ['a cadence', { cadence: '1w' }, () => ({ cadence: '1w' })],
    ['an empty cadence: it stays', { cadence: '' }, () => ({})],
    ['an empty list of requests: it stays', { search_requests: [] }, () => ({})],
    ['null for the webhook: it goes', { webhook: null }, () => ({ webhook: null })],
    [
      'a part of the webhook: the rest stays',
      { webhook: { status: 'disabled' } },
      () => ({ webhook: { url: 'https://hooks.example.com/a', events: ['run.failed'], status: 'disabled' } }),
    ],
    [
      'a null member of the webhook: it stays',
      { webhook: { url: null, events: [] } },
      () => ({ webhook: { url: 'https://hooks.example.com/a', events: [], status: 'active' } }),
    ],
    ['an empty monitor_id', { monitor_id: '' }, () => ({})],
    ['an api_key, which is not read', { api_key: 'x' }, () => ({})],
  ];
  for (const [what, members, expected] of changes) {
    it(`accepts a PATCH with ${what}`, async () => {
      const { before, after, answered } = await patched(members);
      assert.equal(answered.status, 200, JSON.stringify(answered.body));
      assert.deepEqual(after, { ...before, ...expected(before) });
    });
  }

  const unpatchable: Array<[string, object]> = [
    ['null for the cadence', { cadence: null }],
    ['null for the requests', { search_requests: null }],
    ['null for the status', { status: null }],
    ['the status disabled', { status: 'disabled' }],
    ['the status deleted', { status: 'deleted' }],
    ['another monitor_id', { monitor_id: 'mon_01a1fc6e-2208-72fb-803c-c56ac05517f7' }],
    ['a good name and a bad cadence', { name: 'changed', cadence: '1m' }],
    ['a good name and identical requests', { name: 'changed', search_requests: [search('x'), search('x')] }],
    ['a good name and a bad webhook', { name: 'changed', webhook: { url: 'http://hooks.example.com' } }],
  ];
  for (const [what, members] of unpatchable) {
    it(`refuses a PATCH with ${what}, and changes nothing`, async () => {
      const { before, after, answered } = await patched(members);
      assert.deepEqual(
        [answered.status, answered.body.error.code],
        [400, 'INVALID_REQUEST'],
        JSON.stringify(answered.body),
      );
      assert.deepEqual(after, before);
    });
  }

  it('keeps the id of a request whose body is unchanged, over an update and in another order', async () => {
    const id = await paused({ search_requests: [search('a'), search('b')] });
    const [a, b] = (await monitor(id)).search_requests;
    const { body } = await patch(id, { search_requests: [search('c'), { query: 'b ', max_results: 10 }, search('d')] });
    assert.deepEqual(bodies(body.monitor), [search('c'), { query: 'b ', max_results: 10 }, search('d')]);
    assert.equal(body.monitor.search_requests[1].request_id, b.request_id);
    const back = (await patch(id, { search_requests: [search('a')] })).body.monitor.search_requests;
    assert.notEqual(back[0].request_id, a.request_id);
  });

  it('reports a taken name with 409, compared by bytes', async () => {
    const id = await paused({ name: 'Zürich' });
    const other = await paused({ name: 'Zürich'.normalize('NFD') });
    assert.deepEqual((await patch(other, { name: 'Zürich' })).body.error.code, 'ALREADY_EXISTS');
    assert.equal((await patch(id, { name: 'Zürich' })).status, 200);
    await paused();
    await paused();
  });

  it('keeps the secret if a webhook is removed and added again', async () => {
    const secretOf = async (id: string) =>
      (
        await quarry.database.query<{ webhook_secret: Buffer }>('select webhook_secret from monitors where id = $1', [
          id,
        ])
      )[0]?.webhook_secret;
    const id = await paused({ webhook: { url: 'https://hooks.example.com/' } });
    const before = await secretOf(id);
    await patch(id, { webhook: null });
    const { body } = await patch(id, { webhook: { url: 'https://hooks.example.com/' } });
    assert.deepEqual([await secretOf(id), 'webhook_secret' in body], [before, false]);
  });

  it('lists monitors, newest first, by name, by status and in pages', async () => {
    const { key } = await quarry.accounts.createOrganization('lister', 100);
    const ask = (method: string, path: string, body?: unknown) =>
      callerOf(quarry, key)(method, `/v1/monitors${path}`, body);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.unshift(
        (await ask('POST', '', { name, status: 'paused', cadence: '1d', search_requests: [search(name)] })).body.monitor
          .monitor_id,
      );
    const page = async (query: string) => {
      const { body } = await ask('GET', `?${query}`);
      return [body.monitors.map((one: Body) => one.monitor_id), body.has_more];
    };
    assert.deepEqual(await page(''), [ids, false]);
    assert.deepEqual(await page('limit=2'), [ids.slice(0, 2), true]);
    assert.deepEqual(await page(`limit=2&before=${ids[1]}`), [ids.slice(2), false]);
    assert.deepEqual(await page(`since=${ids[1]}`), [ids.slice(0, 1), false]);
    assert.deepEqual(await page('name=two'), [[ids[1]], false]);
    assert.deepEqual(await page('status=active'), [[], false]);
    assert.deepEqual(await page('limit=5000&status='), [ids, false]);
  });

  for (const path of [
    '?limit=0',
    '?limit=a',
    '?limit=1.5',
    '?before=mon_1',
    '?status=deleted',
    '?after=a',
    '?name=a&name=b',
  ]) {
    it(`refuses the listing ${path}`, async () =>
      assert.equal((await quarry.call('GET', `/v1/monitors${path}`)).status, 400));
  }

  for (const query of [
    'limit=0',
    'since=-1',
    'since=a',
    'before=9223372036854775808',
    'sort=up',
    'include_content=yes',
    'run=1',
  ]) {
    it(`refuses the listing of records ?${query}`, async () => {
      const id = await paused();
      assert.equal((await quarry.call('GET', `/v1/monitors/${id}/records?${query}`)).status, 400);
    });
  }

  it('requires the key scopes monitors:read and monitors:write', async () => {
    const { orgId } = await quarry.accounts.createOrganization('limited', 10);
    const { key } = await quarry.accounts.createKey(orgId, { scopes: ['monitors:read'] });
    assert.equal((await callerOf(quarry, key)('GET', '/v1/monitors')).status, 200);
    assert.equal(
      (await callerOf(quarry, key)('POST', '/v1/monitors', { cadence: '1d', search_requests: [search('a')] })).status,
      403,
    );
  });

  it('allows at most as many monitors as the operator configures', async () => {
    const { key, orgId } = await quarry.accounts.createOrganization('many', 10);
    await quarry.database.query(
      `insert into monitors (id, org_id, name, cadence, cadence_seconds, status, anchor_at, webhook_secret, created_at, updated_at)
       select 'mon_' || n, $1, '', '1d', 86400, 'paused', now(), '', now(), now() from generate_series(1, 100) n`,
      [orgId],
    );
    const { status, body } = await callerOf(quarry, key)('POST', '/v1/monitors', {
      cadence: '1d',
      search_requests: [search('a')],
    });
    assert.deepEqual([status, body.error.code], [400, 'INVALID_REQUEST']);
  });

  it('gives feed readers addresses that give access to the feeds only', async () => {
    const id = await create({ name: 'Feeds & <more>' });
    const addresses = await read(`${id}/feeds`);
    const atom = await fetch(quarry.url + addresses.atom);
    assert.deepEqual([atom.status, atom.headers.get('content-type')], [200, 'application/atom+xml; charset=utf-8']);
    assert.match(await atom.text(), /<title>Feeds &amp; &lt;more&gt;<\/title>/);
    const json = await fetch(quarry.url + addresses.json);
    assert.deepEqual(((await json.json()) as { version: string }).version, 'https://jsonfeed.org/version/1.1');
    for (const path of [
      addresses.atom.slice(0, -1),
      addresses.atom.replace(/\?.*/, ''),
      addresses.atom.replace('feed.atom', 'records'),
    ]) {
      assert.ok([401, 404].includes((await fetch(quarry.url + path)).status), path);
    }
  });
});
