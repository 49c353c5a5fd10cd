import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  MonitorStatus,
  Quarry,
  QuarryError,
  SortOrder,
  type ClientOptions,
  type QuarryClient,
} from '../../sdk/index.ts';
import { Quarry as RestQuarry } from '../../sdk/rest.ts';
import { newId } from '../../services/core/ids.ts';
import { openWay, type BreakableWay } from '../support/breakable-way.ts';
import { eventually } from '../support/eventually.ts';
import { monitorScene } from '../support/monitors.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const WITHIN_MS = 20_000;

interface Opened extends ClientOptions {
  apiKey: string;
  /** host:port of the service, or of a way to it. */
  host: string;
}

const TRANSPORTS: Record<string, { hostOf(service: TestQuarry): string; open(options: Opened): QuarryClient }> = {
  gRPC: {
    hostOf: ({ grpc }) => grpc,
    open: ({ host, ...options }) => new Quarry({ address: host, ...options }),
  },
  REST: {
    hostOf: ({ url }) => new URL(url).host,
    open: ({ host, ...options }) => new RestQuarry({ baseUrl: `http://${host}`, ...options }),
  },
};

for (const [transport, { hostOf, open }] of Object.entries(TRANSPORTS))
  describe(`the SDK over ${transport}`, () => {
    let service: TestQuarry;
    let way: BreakableWay;
    const clients: QuarryClient[] = [];
    before(async () => {
      service = await startQuarry({ QUARRY_TIME_SCALE: '3600' });
      way = await openWay(new URL(`http://${hostOf(service)}`));
    });
    after(async () => {
      for (const client of clients) client.close();
      await way.cut();
      await service.stop();
    });
    const { index, create, runsWhen, runNow } = monitorScene(() => service);

    function client(options: Partial<Opened> = {}): QuarryClient {
      const made = open({ apiKey: service.key, host: hostOf(service), ...options });
      clients.push(made);
      return made;
    }

    const failureOf = (call: Promise<unknown>) =>
      call.then(
        () => assert.fail('it succeeded'),
        (error: unknown) => (error instanceof QuarryError ? error : assert.fail(String(error))),
      );

    /** A run that no worker has and that has just begun. */
    async function runOfNobody(): Promise<string> {
      const id = newId('run');
      const { organization_id: orgId } = (await service.call('GET', '/v1/account')).body as { organization_id: string };
      await service.database.query(
        `insert into agent_runs (id, org_id, status, query, effort, created_at) values ($1, $2, 'running', 'x', 'low', now())`,
        [id, orgId],
      );
      return id;
    }

    it('reports a failure with its code, the invalid field and the request', async () => {
      const { code, param, requestId, message } = await failureOf(client().search({ query: 'a', maxResults: 0 }));
      assert.deepEqual([code, param, message], ['INVALID_REQUEST', 'max_results', 'max_results: is less than 1']);
      assert.match(requestId ?? '', /^req_/);
      assert.equal((await failureOf(client({ apiKey: 'no' }).agent.list())).code, 'UNAUTHENTICATED');
      assert.equal((await failureOf(client().monitors.get({ monitorId: 'mon_x' }))).code, 'NOT_FOUND');
    });

    it('fails at its deadline, all attempts together', async () => {
      await way.cut();
      const { code } = await failureOf(
        client({ host: way.host, maxRetries: 100 }).search({ query: 'a' }, { timeoutMs: 300 }),
      );
      assert.match(code, /^(UNAVAILABLE|DEADLINE_EXCEEDED)$/);
      await way.mend();
    });

    it('throws the reason of the signal that ends a call, and of a stream', async () => {
      const reason = new Error('no longer needed');
      const quarry = client();
      await assert.rejects(quarry.search({ query: 'a' }, { signal: AbortSignal.abort(reason) }), reason);
      const controller = new AbortController();
      const { run } = await quarry.agent.create({ query: '' });
      const waiting = quarry.agent.wait({ id: run?.id ?? '' }, { signal: controller.signal });
      controller.abort(reason);
      await waiting.catch((error: unknown) => assert.equal(error, reason));
      const monitorId = await create();
      const following = new AbortController();
      const stream = quarry.monitors.streamRecords({ monitorId }, { signal: following.signal })[Symbol.asyncIterator]();
      const next = stream.next();
      following.abort(reason);
      await assert.rejects(next, reason);
    });

    it('repeats a call that did not reach an unavailable service', async () => {
      const quarry = client({ host: way.host, maxRetries: 20 });
      await quarry.search({ query: 'a' });
      await way.cut();
      const asking = quarry.search({ query: 'a' });
      await way.mend();
      assert.match((await asking).requestId, /^req_/);
    });

    it('bills a call once if its response was lost', async () => {
      // Of its own: the monitors of the first organization are charged at any time.
      const { key } = await service.accounts.createOrganization('lost responses', 10);
      const balance = async () =>
        (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance as number;
      const quarry = client({ apiKey: key, host: way.host, maxRetries: 20 });
      await quarry.agent.list();
      const before = await balance();
      way.mute();
      const asking = quarry.search({ query: 'lost on its way' });
      await eventually(WITHIN_MS, balance, (now) => now < before);
      await way.cut();
      await way.mend();
      await asking;
      assert.equal(await balance(), before - 1);
    });

    it('does not repeat a call that is not safe to repeat', async () => {
      const monitorId = await create();
      await way.cut();
      const { code } = await failureOf(
        client({ host: way.host, maxRetries: 100 }).monitors.update({ monitorId, name: 'x' }),
      );
      assert.equal(code, 'UNAVAILABLE');
      await way.mend();
    });

    it('follows records over lost connections: none is missed, none is repeated', async () => {
      await index({ '/dipper/1': 'A dipper walks under the water of the mill stream.' });
      const monitorId = await create({ search_requests: [{ query: 'dipper' }] });
      await runsWhen(monitorId, (all) => all.length === 1);
      const seen: bigint[] = [];
      const controller = new AbortController();
      const following = (async () => {
        for await (const { record } of client({ host: way.host }).monitors.streamRecords(
          { monitorId },
          { signal: controller.signal },
        ))
          seen.push(record?.recordId ?? 0n);
      })();
      const further = [
        'Two pairs of dippers breed on the upper river.',
        'Ice drove every dipper down to the estuary in February.',
        'A ringed dipper from Norway was caught at the weir.',
      ];
      for (const [nth, text] of further.entries()) {
        await eventually(
          WITHIN_MS,
          async () => seen.length,
          (count) => count === nth + 1,
        );
        await way.cut();
        await index({ [`/dipper/further-${nth}`]: text });
        await runNow(monitorId);
        await way.mend();
      }
      await eventually(
        WITHIN_MS,
        async () => seen.length,
        (count) => count === 4,
      );
      controller.abort();
      await assert.rejects(following, { name: 'AbortError' });
      const all = [];
      for await (const { recordId } of client().monitors.listAllRecords({
        monitorId,
        sort: SortOrder.SORT_ORDER_ASC,
        limit: 1,
      }))
        all.push(recordId);
      assert.deepEqual(seen, all);
      assert.equal(all.length, 4);
    });

    it('stops waiting for a run when the time has passed, whatever a single call may take', async () => {
      const id = await runOfNobody();
      const { code, runId } = await failureOf(client({ timeoutMs: 50 }).agent.wait({ id }, { timeoutMs: 1_500 }));
      assert.deepEqual([code, runId], ['DEADLINE_EXCEEDED', id]);
      await client().agent.cancel({ id });
      assert.equal((await client({ timeoutMs: 50 }).agent.wait({ id })).run?.id, id);
    });

    it('continues to wait for a run over a lost connection, and names the run if it fails', async () => {
      const lasting = client({ host: way.host, maxRetries: 0 });
      const id = await runOfNobody();
      const waiting = lasting.agent.wait({ id }, { timeoutMs: WITHIN_MS });
      await way.cut();
      const { code, runId } = await failureOf(lasting.agent.wait({ id }, { timeoutMs: 1_000 }));
      assert.deepEqual([code, runId], ['DEADLINE_EXCEEDED', id]);
      await way.mend();
      await client().agent.cancel({ id });
      assert.equal((await waiting).run?.id, id);
    });

    it('creates a run within the time limit for its end', async () => {
      const mute = createServer(() => {}).listen(0, '127.0.0.1');
      await once(mute, 'listening');
      const { code } = await failureOf(
        client({ host: `127.0.0.1:${(mute.address() as AddressInfo).port}` }).agent.createAndWait(
          { query: 'a' },
          { timeoutMs: 300 },
        ),
      );
      assert.match(code, /^(UNAVAILABLE|DEADLINE_EXCEEDED)$/);
      mute.close();
    });

    it('reports wrong arguments at once, and accepts deadlines of any length', async () => {
      const quarry = client();
      const stream = quarry.monitors.streamRecords({ monitorId: 'mon_1', since: 2n ** 70n });
      assert.equal((await failureOf(stream.next())).code, 'INVALID_REQUEST');
      assert.equal(
        (await failureOf(quarry.search({ query: 'a' }, { idempotencyKey: 'new\nline' }))).code,
        'INVALID_REQUEST',
      );
      assert.ok(await quarry.monitors.list({}, { timeoutMs: 400 * 86_400_000 }));
      const closed = client();
      closed.close();
      assert.equal((await failureOf(closed.monitors.list())).code, 'UNAVAILABLE');
    });

    it('stops reopening a stream when its time has passed', async () => {
      await way.cut();
      const stream = client({ host: way.host }).monitors.streamRecords({ monitorId: 'mon_1' }, { timeoutMs: 700 });
      assert.equal((await failureOf(stream.next())).code, 'DEADLINE_EXCEEDED');
      await way.mend();
    });

    it('waits for its own first attempt, which still holds the key', async () => {
      const quarry = client({ host: way.host, maxRetries: 20 });
      await quarry.agent.list();
      await quarry.search({ query: 'held' }, { idempotencyKey: 'held by the first try' });
      // As a service leaves it that is killed while it answers.
      await service.database.query(
        `update idempotency_records set http_status = null, response = null, lease_until = now() + interval '2 s' where key = $1`,
        ['held by the first try'],
      );
      await way.cut();
      const again = quarry.search({ query: 'held' }, { idempotencyKey: 'held by the first try', timeoutMs: WITHIN_MS });
      await way.mend();
      assert.match((await again).requestId, /^req_/);
    });

    it('pages through all items, in either order', async () => {
      const quarry = client();
      for (let nth = 0; nth < 3; nth += 1)
        await quarry.monitors.create({
          name: `page ${nth}`,
          cadence: '1d',
          status: MonitorStatus.MONITOR_STATUS_PAUSED,
          searchRequests: [{ query: 'a' }],
        });
      const names = [];
      for await (const { name } of quarry.monitors.listAll({ limit: 1, status: MonitorStatus.MONITOR_STATUS_PAUSED }))
        names.push(name);
      assert.deepEqual(names, ['page 2', 'page 1', 'page 0']);

      const monitorId = await create({ search_requests: [{ query: 'siskin' }] });
      await runsWhen(monitorId, (all) => all.length === 1);
      await runNow(monitorId);
      await runNow(monitorId);
      const ids = async (sort: SortOrder) => {
        const all: bigint[] = [];
        for await (const { runId } of quarry.monitors.listAllRuns({ monitorId, sort, limit: 2 })) all.push(runId);
        return all;
      };
      const ascending = await ids(SortOrder.SORT_ORDER_ASC);
      assert.deepEqual([ascending.length, await ids(SortOrder.SORT_ORDER_UNSPECIFIED)], [3, ascending.toReversed()]);
      assert.deepEqual(
        ascending,
        ascending.toSorted((one, other) => (one < other ? -1 : 1)),
      );
    });

    it('streams an answer: its sources, its text, and why it ends', async () => {
      await index({ '/wryneck': 'The wryneck eats ants. The wryneck nests in old orchards.' });
      const cases: unknown[] = [];
      let text = '';
      for await (const { event, requestId } of client().answerStream({ query: 'What does the wryneck eat?' })) {
        if (event.case !== cases.at(-1)) cases.push(event.case);
        if (event.case === 'citations') {
          assert.match(requestId ?? '', /^req_/);
          assert.deepEqual(
            event.value.citations.map(({ url }) => url),
            ['https://birds.example.com/wryneck'],
          );
        }
        if (event.case === 'textDelta') text += event.value;
      }
      assert.deepEqual(cases, ['citations', 'textDelta', 'finishReason']);
      assert.match(text, /eats ants/);

      let said = '';
      const messages = [{ role: 'user', content: 'What does the wryneck eat?' }];
      for await (const { choices } of client().chat.stream({ model: 'base', messages }))
        said += choices[0]?.delta?.content ?? '';
      assert.match(said, /eats ants/);
    });

    it('reports why a stream was refused', async () => {
      const { code, param, requestId } = await failureOf(client().answerStream({ query: ' ' }).next());
      assert.deepEqual([code, param], ['INVALID_REQUEST', 'query']);
      assert.match(requestId ?? '', /^req_/);
      const format = client().chat.stream({ model: 'base', messages: [], responseFormat: '{' });
      assert.deepEqual((await failureOf(format.next())).code, 'INVALID_REQUEST');
    });

    it('carries files, pages and schemas', async () => {
      const quarry = client();
      const content = new TextEncoder().encode('# Hours\n\nThe hide opens at six.');
      const { results } = await quarry.documents.indexFiles({
        files: [{ name: 'hours.md', content }],
        baseUrl: 'https://birds.example.com/files/',
        metadata: JSON.stringify({ year: 2026 }),
      });
      const [{ url } = assert.fail()] = results;
      const { document } = await quarry.documents.get({ url });
      assert.match(document?.text ?? '', /opens at six/);
      assert.deepEqual(JSON.parse(document?.metadata ?? ''), { year: 2026 });
      const { body } = await service.call('GET', `/v1/documents?url=${encodeURIComponent(url)}`);
      assert.equal(document?.indexedAt && timestampDate(document.indexedAt).toISOString(), body.document.indexed_at);
      assert.equal((await failureOf(quarry.documents.get({ url: '' }))).param, 'url');
      assert.equal((await quarry.documents.delete({ filter: { prefix: url } })).deleted, 1);
    });

    it('returns enums by the names of the contract', () => {
      assert.deepEqual(
        { ...MonitorStatus },
        {
          MONITOR_STATUS_UNSPECIFIED: 0,
          MONITOR_STATUS_ACTIVE: 1,
          MONITOR_STATUS_PAUSED: 2,
          MONITOR_STATUS_DISABLED: 3,
          MONITOR_STATUS_DELETED: 4,
        },
      );
    });
  });
