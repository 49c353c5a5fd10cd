import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import type { DescMethod, Message } from '@bufbuild/protobuf';
import fc from 'fast-check';
import type { Method } from '../../api/grpc/method.ts';
import { allServices } from '../../api/grpc/services/all.ts';
import { describedOperations } from '../../api/operations/all.ts';
import { QuarryError } from '../../sdk/errors.ts';
import { RestTransport } from '../../sdk/over-rest/rest-transport.ts';
import { asMessage } from '../support/transports/as-message.ts';
import { normal, normalMessage } from '../support/transports/normal.ts';
import { specs, type Spec } from '../support/transports/specs.ts';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { call, startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';
import { eventually } from '../support/eventually.ts';

const CALLS = 2_000;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_121);
const WITHIN_MS = 30_000;

/** An organization and what it has made, in order: what one has at a place, the other has too. */
interface Side {
  orgId: string;
  key: string;
  monitors: string[];
  monitorRun: string;
  runs: string[];
  crawls: string[];
}

interface Outcome {
  code: string;
  result?: unknown;
  /** Ids of what was made. */
  made?: { monitor: string | undefined; run: string | undefined; crawl: string | undefined };
}

const STATUS: Record<string, status> = {
  INVALID_REQUEST: status.INVALID_ARGUMENT,
  NOT_FOUND: status.NOT_FOUND,
  ALREADY_EXISTS: status.ALREADY_EXISTS,
  CONFLICT: status.ABORTED,
  RATE_LIMITED: status.RESOURCE_EXHAUSTED,
  INSUFFICIENT_CREDITS: status.FAILED_PRECONDITION,
  UNAVAILABLE: status.UNAVAILABLE,
};

describe('two thousand calls over both transports, and over REST by messages', function () {
  this.timeout(600_000);
  let quarry: TestQuarry;
  let site: Site;
  let grpc: GrpcClient;
  const methods = allServices(describedOperations(), () => assert.fail()).flatMap((service) =>
    service.methods.filter((method): method is Method => 'operation' in method && method.desc.methodKind === 'unary'),
  );
  // Two methods may have one operation: the second has a name of its own here.
  const methodOf = new Map<string, Method>();
  for (const method of methods) {
    const { operationId } = method.operation;
    methodOf.set(methodOf.has(operationId) ? method.desc.localName : operationId, method);
  }

  before(async () => {
    site = await startSite({
      '/page': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('The heron fishes at dawn.'),
    });
    quarry = await startQuarry({
      QUARRY_RATE_LIMITS: 'off',
      QUARRY_EGRESS_ALLOW: site.host,
      QUARRY_MONITORS_PER_ORGANIZATION: '20',
      QUARRY_CRAWL_DELAY: '0',
    });
    grpc = openGrpc(quarry.grpc);
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
    await site.close();
  });

  /** An organization with documents and a monitor that has delivered them. */
  async function side(name: string): Promise<Side> {
    const { orgId, key } = await quarry.accounts.createOrganization(name, 100_000);
    const request = (method: string, path: string, body?: unknown) =>
      call(quarry.url + path, method, body, { 'x-api-key': key });
    const texts = [
      'The grey heron fishes in the shallows at dawn.',
      'A bittern booms in the reeds of the northern marsh.',
      'Egrets follow the cattle across the wet meadows.',
    ];
    await request('POST', '/v1/documents', {
      documents: texts.map((text, nth) => ({
        url: `https://birds.example.com/${nth + 10}`,
        title: `Bird ${nth}`,
        text,
        published_date: '2026-03-01',
      })),
    });
    const created = await request('POST', '/v1/monitors', {
      cadence: '366d',
      search_requests: [{ query: 'heron' }, { query: 'bittern' }, { query: 'egrets' }],
    });
    const monitorId = created.body.monitor.monitor_id as string;
    const { body } = await eventually(
      WITHIN_MS,
      () => request('GET', `/v1/monitors/${monitorId}/runs`),
      (answered) => answered.body.runs.length === 1,
    );
    await request('PATCH', `/v1/monitors/${monitorId}`, { status: 'paused' });
    return { orgId, key, monitors: [monitorId], monitorRun: body.runs[0].run_id, runs: [], crawls: [] };
  }

  const paramsOf = ({ operation }: Method, { pick }: Spec, of: Side): Record<string, string> => {
    const ids = {
      monitor_id: of.monitors[pick] ?? 'mon_none',
      run_id: pick === 0 ? of.monitorRun : '4',
      id: operation.path.startsWith('/v1/crawls/') ? (of.crawls[pick] ?? 'crawl_none') : (of.runs[pick] ?? 'run_none'),
    };
    return Object.fromEntries(
      [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ids[name as keyof typeof ids]]),
    );
  };

  async function overRest(method: Method, spec: Spec, of: Side): Promise<Outcome> {
    const { operation } = method;
    const params = paramsOf(method, spec, of);
    const path = operation.path.replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? '');
    const query = operation.body
      ? ''
      : `?${new URLSearchParams(Object.fromEntries(Object.entries(spec.members).map(([name, value]) => [name, String(value)]))).toString()}`;
    const answered: Answered = await call(quarry.url + path + query, operation.method, operation.body && spec.members, {
      'x-api-key': of.key,
    });
    if (answered.body.error) return { code: answered.body.error.code };
    const isRun = answered.body.object === 'agent.run';
    return {
      code: 'OK',
      result: normal(isRun ? { run: answered.body } : answered.body),
      made: {
        monitor: answered.body.monitor?.monitor_id,
        run: isRun ? answered.body.id : undefined,
        crawl: answered.body.crawl?.id,
      },
    };
  }

  async function overGrpc(method: Method, spec: Spec, of: Side): Promise<Outcome> {
    const init = { ...initOf(method, spec, of), apiKey: of.key };
    const { code, info, message } = await grpc.unary(method.desc, init);
    if (message) return outcomeOf(method.desc, message);
    assert.equal(code, STATUS[info?.reason ?? ''], `${info?.reason} is told as ${status[code]}`);
    return { code: info?.reason ?? '' };
  }

  /** As the SDK makes calls over REST: message in, message out. */
  async function byMessages({ desc, ...method }: Method, spec: Spec, of: Side): Promise<Outcome> {
    const transport = new RestTransport({ apiKey: of.key, baseUrl: quarry.url });
    const call = { signal: undefined, deadline: Number.POSITIVE_INFINITY, metadata: {} };
    try {
      return outcomeOf(desc, await transport.unary(desc, initOf({ desc, ...method }, spec, of), call));
    } catch (error) {
      assert.ok(error instanceof QuarryError, String(error));
      return { code: error.code };
    }
  }

  function initOf(method: Method, spec: Spec, of: Side): Record<string, unknown> {
    const { input }: DescMethod = method.desc;
    const { run_id: runId, ...params } = paramsOf(method, spec, of);
    return {
      ...asMessage(input, spec.members),
      ...asMessage(input, params),
      ...(runId && { runId: BigInt(runId) }),
    };
  }

  function outcomeOf({ output }: DescMethod, message: Message): Outcome {
    const { monitor, run, crawl } = message as unknown as {
      monitor?: { monitorId: string };
      run?: { id?: string };
      crawl?: { id: string };
    };
    return {
      code: 'OK',
      result: normalMessage(output, message),
      made: { monitor: monitor?.monitorId, run: run?.id, crawl: crawl?.id },
    };
  }

  /** On a busy machine the index may take longer than a call waits, and one side would find what the other does not yet. */
  async function untilIndexed(): Promise<void> {
    const waiting = () => quarry.database.query('select from index_outbox limit 1');
    await eventually(WITHIN_MS, waiting, (rows) => rows.length === 0);
  }

  async function keep(spec: Spec, of: Side, { made }: Outcome): Promise<void> {
    if (spec.method === 'createMonitor' && made?.monitor) of.monitors.push(made.monitor);
    if (spec.method === 'deleteMonitor' && spec.pick > 0) of.monitors.splice(spec.pick, 1);
    if (spec.method === 'createCrawl' && made?.crawl) await keepCrawl(made.crawl, of);
    if (spec.method === 'deleteCrawl') of.crawls.splice(spec.pick, 1);
    if (spec.method !== 'createAgentRun' || !made?.run) return;
    of.runs.push(made.run);
    // Read later, it has ended on both sides.
    await call(`${quarry.url}/v1/agent/runs/${made.run}?wait=30`, 'GET', undefined, { 'x-api-key': of.key });
  }

  /** Read later, it has ended on both sides. */
  async function keepCrawl(id: string, of: Side): Promise<void> {
    of.crawls.push(id);
    const read = () => call(`${quarry.url}/v1/crawls/${id}`, 'GET', undefined, { 'x-api-key': of.key });
    await eventually(WITHIN_MS, read, ({ body }) => /^(?:completed|failed|cancelled)$/.test(body.crawl.status));
  }

  it('return the same result or the same code, and the same rows of the ledger', async () => {
    console.log(`    seed ${SEED}`);
    const [rest, other, third] = [await side('rest'), await side('grpc'), await side('messages')];
    const codes = new Map<string, number>();
    const seen = new Set<string>();
    const made = fc
      .sample(specs(site.origin), { numRuns: CALLS, seed: SEED })
      .filter((spec) => !(spec.method === 'deleteMonitor' && spec.pick === 0));
    for (const [nth, spec] of made.entries()) {
      const method = methodOf.get(spec.method) ?? assert.fail(spec.method);
      const [one, ...others] = await Promise.all([
        overRest(method, spec, rest),
        overGrpc(method, spec, other),
        byMessages(method, spec, third),
      ]);
      const what = `call ${nth}: ${JSON.stringify(spec)}`;
      for (const { code, result } of others) {
        assert.equal(code, one.code, what);
        assert.deepEqual(result, one.result, what);
      }
      const [two, three] = others;
      await Promise.all([keep(spec, rest, one), keep(spec, other, two), keep(spec, third, three)]);
      if (/^(?:index|delete)Documents$|Crawl$/.test(spec.method)) await untilIndexed();
      codes.set(one.code, (codes.get(one.code) ?? 0) + 1);
      if (one.code === 'OK') seen.add(spec.method);
    }
    console.log(`    ${JSON.stringify(Object.fromEntries(codes))}`);
    // Every method has succeeded, and a good part of the calls was refused.
    assert.deepEqual(
      [...methodOf.keys()].filter((name) => !seen.has(name)),
      [],
    );
    assert.ok((codes.get('OK') ?? 0) > CALLS / 5 && (codes.get('INVALID_REQUEST') ?? 0) > CALLS / 5);
    const ledger = (orgId: string) =>
      quarry.database.query<{ amount: string }>('select amount from postings where org_id = $1 order by id', [orgId]);
    const rows = await ledger(rest.orgId);
    assert.ok(rows.length > CALLS / 20, `${rows.length} rows`);
    for (const { orgId } of [other, third]) assert.deepEqual(await ledger(orgId), rows);
  });

  it('carry int64 up to its maximum', async () => {
    const last = await side('last');
    const most = 2n ** 63n - 1n;
    const [row] = await quarry.database.query<{ record_id: string }>(
      'select max(record_id) as record_id from monitor_records where monitor_id = $1',
      [last.monitors[0] ?? ''],
    );
    await quarry.database.query('update monitor_records set record_id = $2 where record_id = $1', [
      row?.record_id ?? '',
      String(most),
    ]);
    const spec = { method: 'listMonitorRecords', members: { limit: 1 }, pick: 0 };
    const method = methodOf.get(spec.method) ?? assert.fail();
    const answered = await call(
      `${quarry.url}/v1/monitors/${last.monitors[0]}/records?limit=1&before=${most}`,
      'GET',
      undefined,
      { 'x-api-key': last.key },
    );
    assert.equal(answered.body.records.length, 1);
    const { body } = await call(`${quarry.url}/v1/monitors/${last.monitors[0]}/records?limit=1`, 'GET', undefined, {
      'x-api-key': last.key,
    });
    assert.equal(body.records[0].record_id, String(most));
    const { message } = await grpc.unary(method.desc, {
      apiKey: last.key,
      monitorId: last.monitors[0] ?? '',
      limit: 1,
    });
    assert.equal((message as unknown as { records: Array<{ recordId: bigint }> }).records[0]?.recordId, most);
  });
});
