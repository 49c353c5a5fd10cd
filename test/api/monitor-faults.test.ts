import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import { auditLedger } from '../../services/billing/audit.ts';
import { eventually } from '../support/eventually.ts';
import { monitorScene } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';
import { startSite, type RouteHandler, type Site } from '../support/site.ts';

type Body = Answered['body'];

const WITHIN_MS = 20_000;

const results: RouteHandler = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      results: [{ url: 'https://far.example.com/one', title: 'Far', content: 'Far away it works slowly.' }],
    }),
  );
const failure: RouteHandler = (_request, response) => void response.writeHead(500).end();

describe('monitors whose providers fail', () => {
  let searxng: Site;
  let answer: RouteHandler;
  let quarry: TestQuarry;
  // For each test: a service that its provider has failed three times does not ask it again for a minute.
  beforeEach(async () => {
    answer = results;
    searxng = await startSite({ '/': 'here', '/search': (request, response) => answer(request, response) });
    quarry = await startQuarry({
      QUARRY_TIME_SCALE: '3600',
      QUARRY_PROVIDERS: 'searxng',
      QUARRY_SEARXNG_URL: searxng.origin,
    });
  });
  afterEach(async () => {
    await quarry.stop();
    await searxng.close();
  });
  const { create, read, monitor, patch, trigger, runsWhen, runNow } = monitorScene(() => quarry);
  const base = (query: string) => ({ query, tier: 'base' });
  const asked = (query: string) =>
    searxng.requests.filter(({ path }) => path.startsWith('/search') && path.includes(query)).length;
  /** Of the run of the only monitor, as Temporal's UI shows it. */
  async function workflowStatus(): Promise<string> {
    const [run] = await quarry.database.query<{ workflow_id: string }>('select workflow_id from monitor_runs');
    const connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
    const handle = new Client({ connection }).workflow.getHandle(run?.workflow_id ?? '');
    const status = await eventually(
      WITHIN_MS,
      async () => (await handle.describe()).status.name,
      (name) => name !== 'RUNNING',
    );
    await connection.close();
    return status;
  }
  const outbox = () =>
    quarry.database.query<{ event: string; body: Body }>(
      'select event, body::jsonb as body from webhook_outbox order by created_at',
    );

  it('previews a search that failed with its reason, and charges the others alone', async () => {
    answer = failure;
    const text = 'Own puffins nest in the burrows of the north.';
    await quarry.call('POST', '/v1/documents', { documents: [{ url: 'https://own.example.com/', text }] });
    const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;
    const before = await balance();
    const { status, body } = await quarry.call('POST', '/v1/monitors/preview', {
      cadence: '1d',
      search_requests: [base('puffins'), base('quaggas')],
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.requests.map((one: Body) => [one.status, one.reason !== '', one.new_records]),
      [
        ['ok', true, 1],
        ['failed', true, 0],
      ],
    );
    assert.equal(await balance(), before - 1);
  });

  it('ends partial, retries a failed search twice, names the provider and charges successful searches', async () => {
    answer = (request, response) => (request.url?.includes('fails') ? failure : results)(request, response);
    const before = (await quarry.call('GET', '/v1/account')).body.balance;
    const id = await create({
      search_requests: [base('works'), base('fails')],
      webhook: { url: 'https://hooks.example.com/one' },
    });
    const [run] = await runsWhen(id, (all) => all.length === 1);
    assert.deepEqual(
      [run.status, run.requests_total, run.requests_ok, run.requests_failed, run.record_count],
      ['partial', 2, 1, 1, 1],
    );
    const { requests } = await read(`${id}/runs/${run.run_id}/requests`);
    const failed = requests.find((one: Body) => one.query === 'fails');
    assert.deepEqual([failed.status, failed.results_returned], ['failed', 0]);
    assert.match(failed.reason, /SearXNG/);
    assert.equal(asked('fails'), 3);
    assert.equal((await quarry.call('GET', '/v1/account')).body.balance, before - 1);
    assert.ok((await auditLedger(quarry.database)).ok);
    const healths = (await monitor(id)).search_requests.map((one: Body) => [
      one.request.query,
      one.consecutive_failures,
      'last_success_at' in one,
    ]);
    assert.deepEqual(healths, [
      ['works', 0, true],
      ['fails', 1, false],
    ]);
    const [message] = await outbox();
    assert.deepEqual(
      [message?.event, message?.body.data.run_id, message?.body.data.status, message?.body.data.record_count],
      ['run.completed', run.run_id, 'partial', 1],
    );
  });

  it('ends failed if no provider responded and nothing was found, is free, and does not count against its monitor', async () => {
    answer = failure;
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://own.example/', text: 'Words about other things.' }],
    });
    const before = (await quarry.call('GET', '/v1/account')).body;
    const id = await create({
      search_requests: [base('nothing')],
      webhook: { url: 'https://hooks.example.com/one', events: ['run.failed'] },
    });
    const [run] = await runsWhen(id, (all) => all.length === 1);
    assert.deepEqual([run.status, run.requests_ok, run.requests_failed], ['failed', 0, 1]);
    assert.match(run.status_reason, /^1 of 1 searches failed\. No provider answered\. .*SearXNG/);
    const { requests } = await read(`${id}/runs/${run.run_id}/requests`);
    assert.deepEqual([requests[0].status, requests[0].results_returned], ['failed', 0]);
    assert.match(requests[0].reason, /SearXNG/);
    assert.deepEqual((await quarry.call('GET', '/v1/account')).body, before);
    assert.deepEqual(
      (await outbox()).map(({ event }) => event),
      ['run.failed'],
    );
    assert.equal(await workflowStatus(), 'FAILED');
    assert.equal((await monitor(id)).consecutive_failures, 0);
    await quarry.database.query('update monitors set consecutive_failures = 9');
    await runNow(id);
    assert.deepEqual([(await monitor(id)).status, (await monitor(id)).consecutive_failures], ['active', 9]);
  });

  it('completes without a record if a provider failed and our own index has a match', async () => {
    answer = failure;
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://own.example/', text: 'The granite quarry at Ailsa Craig was reopened.' }],
    });
    const id = await create({ search_requests: [base('granite quarry')] });
    const [run] = await runsWhen(id, (all) => all.length === 1);
    assert.deepEqual([run.status, run.requests_ok, run.record_count], ['completed', 1, 1]);
  });

  it('is disabled by the tenth consecutive run whose searches cannot be made', async () => {
    const before = (await quarry.call('GET', '/v1/account')).body;
    const id = await create({
      search_requests: [{ ...base('nothing'), from_date: 'now-1d', to_date: '2126-01-01' }],
      status: 'paused',
    });
    // Its range ends before it begins, as it will once its last day has passed.
    await quarry.database.query(
      `update monitor_requests set request = jsonb_set(request::jsonb, '{to_date}', '"2020-01-01"')::json`,
    );
    await patch(id, { status: 'active' });
    const run = await runNow(id);
    assert.deepEqual([run.status, run.requests_failed], ['failed', 1]);
    assert.equal((await monitor(id)).consecutive_failures, 1);
    await quarry.database.query('update monitors set consecutive_failures = 9');
    await runNow(id);
    assert.deepEqual([(await monitor(id)).status, (await monitor(id)).consecutive_failures], ['disabled', 10]);
    assert.deepEqual((await quarry.call('GET', '/v1/account')).body, before);
    assert.equal((await trigger(id)).status, 409);
    assert.equal((await patch(id, { status: 'disabled' })).status, 400);
    const { body } = await patch(id, { status: 'active' });
    assert.deepEqual([body.monitor.status, body.monitor.consecutive_failures], ['active', 0]);
  });

  it('skips a run that starts while the previous one is running, and neither sends nor charges for it', async () => {
    const held = Promise.withResolvers<void>();
    answer = async (request, response) => {
      await held.promise;
      await results(request, response);
    };
    const id = await create({
      cadence: '1h',
      // A search of this tier waits for its provider four strikes long.
      search_requests: [{ query: 'slow', tier: 'pro' }],
      webhook: { url: 'https://hooks.example.com/one' },
    });
    const ended = await runsWhen(
      id,
      (all) => all.length >= 2 && all.at(-1)?.status_reason.includes('previous run') === true,
    );
    assert.equal((await read(id)).run_state, 'running');
    assert.equal((await trigger(id)).status, 409);
    // On a busy machine the provider's time may have run out before the next strike came.
    const skipped = ended.filter(({ status }) => status !== 'failed');
    assert.ok(skipped.length > 0);
    for (const run of skipped) {
      assert.deepEqual(
        [run.status, run.requests_total, run.requests_ok, run.requests_failed, run.first_record_id],
        ['skipped', 1, 0, 0, '0'],
      );
      // On a busy machine a strike may come so late that its period has passed.
      assert.match(run.status_reason, /previous run|down or overloaded/);
      assert.equal(run.started_at, run.completed_at);
    }
    assert.equal((await outbox()).length, ended.length - skipped.length);
    held.resolve();
    const all = await runsWhen(id, (runs) => runs.some(({ status }) => status === 'completed'));
    await patch(id, { status: 'paused' });
    const runIds = all.map((run) => BigInt(run.run_id));
    assert.deepEqual(
      runIds,
      runIds.toSorted((one, other) => Number(one - other)),
    );
    const spans = all
      .filter(({ status }) => status !== 'skipped')
      .map((run) => [Date.parse(run.started_at), Date.parse(run.completed_at)] as const);
    for (const [at, [start]] of spans.entries()) assert.ok(at === 0 || start >= spans[at - 1]![1], 'two runs at once');
  });

  it('abandons a run whose monitor is deleted: nothing is charged or held', async () => {
    const held = Promise.withResolvers<void>();
    answer = async (request, response) => {
      await held.promise;
      await results(request, response);
    };
    const before = (await quarry.call('GET', '/v1/account')).body;
    const id = await create({ search_requests: [base('slow')] });
    await eventually(
      WITHIN_MS,
      async () => asked('slow'),
      (times) => times > 0,
    );
    await quarry.call('DELETE', `/v1/monitors/${id}`);
    held.resolve();
    const account = await eventually(
      WITHIN_MS,
      async () => (await quarry.call('GET', '/v1/account')).body,
      ({ held: credits }) => credits === 0,
    );
    assert.deepEqual(account, before);
    assert.ok((await auditLedger(quarry.database)).ok);
  });
});
