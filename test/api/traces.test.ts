import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { Client, Connection } from '@temporalio/client';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { createHeldLog } from '../../runtime/log.ts';
import { openGrpc } from '../support/grpc.ts';
import { startModelServer, says, type ModelServer } from '../support/model-server.ts';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { startQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const PLANTED_QUERY = 'zanzibarquartz';
const PLANTED_TEXT = 'The plantedsentence of this page is in no span.';
const MODEL_KEY = 'plantedmodelkey';
const PAGE = `<!doctype html><title>Page</title><main><article><h1>Page</h1><p>${PLANTED_TEXT.repeat(20)}</p></article></main>`;

interface LogLine {
  msg: string;
  request_id?: string;
  trace_id?: string;
}

describe('traces', () => {
  let receiver: OtlpReceiver;
  let model: ModelServer;
  let site: Site;
  let key: string;
  let fetched: string;
  let searched: string;
  let answered: string;
  const output = new PassThrough();
  let log: LogLine[];

  before(async () => {
    receiver = await startOtlpReceiver();
    model = await startModelServer();
    model.script(says('Granite is a stone [1].'));
    site = await startSite({
      '/page': PAGE,
      '/search': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"results": []}'),
    });
    const held = createHeldLog('json', output as unknown as NodeJS.WriteStream);
    held.release();
    const quarry = await startQuarry(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        QUARRY_EGRESS_ALLOW: site.host,
        QUARRY_PROVIDERS: 'searxng',
        QUARRY_SEARXNG_URL: site.origin,
        QUARRY_MODEL: 'small',
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: MODEL_KEY,
      },
      { log: held.log },
    );
    const grpc = openGrpc(quarry.grpc);
    try {
      key = quarry.key;
      const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
      const documents = [{ url: 'https://stones.example.com/granite', text: `Granite is a stone. ${PLANTED_TEXT}` }];
      await quarry.call('POST', '/v1/documents', { documents });
      const urls = [`${site.origin}/page`];
      fetched = (await quarry.call('POST', '/v1/fetch', { urls }, { traceparent })).headers.get('x-request-id') ?? '';
      const query = `${PLANTED_QUERY} granite`;
      searched = (await grpc.unary(SearchService.method.search, { apiKey: key, query })).requestId ?? '';
      answered = (await quarry.call('POST', '/v1/answer', { query: 'What is granite?' })).body.request_id as string;
    } finally {
      grpc.close();
      await quarry.stop();
    }
    log = String(output.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LogLine);
  });
  after(async () => {
    await Promise.all([site.close(), model.close(), receiver.close()]);
  });

  const ofRequest = (requestId: string) =>
    receiver.spans.filter(({ attributes }) => attributes['quarry.request_id'] === requestId);
  const named = (spans: readonly ReceivedSpan[], name: string) => {
    const found = spans.find((span) => span.name === name);
    assert.ok(found, `${name} is not among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };

  it('continue the trace of the caller through workflow, activity, page, extraction and SQL', () => {
    const spans = ofRequest(fetched);
    assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [CALLER.traceId]);
    const call = named(spans, 'rest fetch');
    assert.equal(call.parentSpanId, CALLER.spanId);
    const workflow = named(spans, 'workflow fetchBatch');
    assert.equal(workflow.parentSpanId, call.spanId);
    const activity = named(spans, 'activity readOne');
    assert.equal(activity.parentSpanId, workflow.spanId);
    // A machine without Chromium reads pages without it.
    const page = spans.find(({ name }) => name.startsWith('page '));
    assert.equal(page?.parentSpanId, activity.spanId);
    assert.equal(named(spans, 'extraction page').parentSpanId, page?.spanId);
    assert.equal(named(spans, 'sql insert pages').parentSpanId, activity.spanId);
  });

  // All tests share one Temporal server: a run that an earlier test abandoned may be tried here, in its own trace.
  it('are complete: each span except the first has its parent among the others', () => {
    const ids = new Set(receiver.spans.map(({ spanId }) => spanId));
    const begunHere = receiver.spans.filter(({ parentSpanId }) => parentSpanId === '');
    const traces = new Set([CALLER.traceId, ...begunHere.map(({ traceId }) => traceId)]);
    assert.ok(traces.size > 3, 'fetch, search, documents and answer');
    const orphans = receiver.spans.filter(
      ({ traceId, parentSpanId }) =>
        traces.has(traceId) && parentSpanId !== '' && parentSpanId !== CALLER.spanId && !ids.has(parentSpanId),
    );
    assert.deepEqual(
      orphans.map(({ name }) => name),
      [],
    );
  });

  it('begin with a call over gRPC, and contain its reads of index, provider and tables', () => {
    const spans = ofRequest(searched);
    const call = named(spans, 'grpc search');
    assert.equal(call.parentSpanId, '');
    for (const name of ['index search', 'provider searxng', 'sql select documents'])
      assert.equal(named(spans, name).traceId, call.traceId, name);
  });

  it('contain the calls of the model', () => {
    const spans = ofRequest(answered);
    assert.equal(named(spans, 'model text').traceId, named(spans, 'rest answer').traceId);
  });

  it('name the service and the operation', () => {
    const call = named(ofRequest(fetched), 'rest fetch');
    assert.equal(call.resource['service.name'], 'quarry');
    assert.equal(call.attributes['quarry.operation'], 'fetch');
  });

  it('appear in the log lines of their calls', () => {
    const line = log.find(({ request_id }) => request_id === fetched);
    assert.equal(line?.trace_id, CALLER.traceId);
    assert.equal(
      log.find(({ request_id }) => request_id === searched)?.trace_id,
      named(ofRequest(searched), 'grpc search').traceId,
    );
  });

  it('leave only ids in the history of a workflow', async () => {
    const workflowId = named(ofRequest(fetched), 'workflow fetchBatch').attributes['quarry.workflow_id'];
    const connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
    const { events } = await new Client({ connection }).workflow.getHandle(String(workflowId)).fetchHistory();
    await connection.close();
    const header = events?.[0]?.workflowExecutionStartedEventAttributes?.header?.fields?.['quarry-trail'];
    const trail = JSON.parse(Buffer.from(header?.data ?? []).toString()) as Record<string, string>;
    assert.deepEqual(Object.keys(trail).toSorted(), ['quarry-operation', 'traceparent', 'x-request-id']);
    const texts = JSON.stringify(events, (_key, value: unknown) =>
      // Payloads are base64 in the JSON form.
      typeof value === 'string' ? `${value} ${Buffer.from(value, 'base64').toString()}` : value,
    );
    for (const planted of [key, 'plantedsentence']) assert.ok(!texts.includes(planted), planted);
  });

  it('contain no key, query or text of a page, and neither does the log', () => {
    const sent = receiver.bytes().toString('latin1');
    const logged = JSON.stringify(log);
    for (const planted of [key, MODEL_KEY, PLANTED_QUERY, 'plantedsentence', 'stones.example', site.host]) {
      assert.ok(!sent.includes(planted), `${planted} was sent`);
      assert.ok(!logged.includes(planted), `${planted} was logged`);
    }
  });
});

describe('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('nothing is sent, but a log line has the id of its request', async () => {
    const output = new PassThrough();
    const held = createHeldLog('json', output as unknown as NodeJS.WriteStream);
    held.release();
    const quarry = await startQuarry({}, { log: held.log });
    const { headers } = await quarry.call('GET', '/v1/account');
    await quarry.stop();
    const lines = String(output.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LogLine);
    const line = lines.find(({ request_id }) => request_id === headers.get('x-request-id'));
    assert.deepEqual([line?.msg.startsWith('GET /v1/account 200'), line?.trace_id], [true, undefined]);
  });
});
