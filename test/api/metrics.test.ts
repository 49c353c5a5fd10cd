import assert from 'node:assert/strict';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { scrape, valueOf, type Sample } from '../support/metrics.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PLANTED_QUERY = 'zanzibarquartz';
const PLANTED_TEXT = 'The plantedsentence of this page is in no metric.';
const PAGE = `<!doctype html><title>Page</title><main><article><h1>Page</h1><p>${PLANTED_TEXT.repeat(20)}</p></article></main>`;
const COUNT = 'quarry_request_duration_seconds_count';
/** Values that the code itself names. */
const LABEL_VALUE = /^[\w.+-]*$/;

describe('the metrics', () => {
  let quarry: TestQuarry;
  let site: Site;
  let grpc: GrpcClient;
  let text: string;
  let samples: Sample[];
  let orgId: string;

  before(async () => {
    site = await startSite({ '/page': PAGE });
    quarry = await startQuarry({ QUARRY_METRICS_PORT: '0', QUARRY_EGRESS_ALLOW: site.host });
    grpc = openGrpc(quarry.grpc);
    const documents = [
      { url: 'https://stones.example.com/granite', text: `${PLANTED_QUERY} granite. ${PLANTED_TEXT}` },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    for (const query of [PLANTED_QUERY, 'granite']) await quarry.call('POST', '/v1/search', { query });
    await quarry.call('POST', '/v1/search', { query: '' });
    await quarry.call('POST', '/v1/search', { query: 'granite' }, { 'x-api-key': 'qry_live_wrong' });
    await quarry.call('GET', '/v1/nowhere');
    await grpc.unary(SearchService.method.search, { apiKey: quarry.key, query: PLANTED_QUERY });
    await grpc.unary(SearchService.method.search, { apiKey: quarry.key, query: '' });
    await quarry.call('POST', '/v1/fetch', { urls: [`${site.origin}/page`, `${site.origin}/gone`] });
    orgId = (await quarry.call('GET', '/v1/account')).body.org_id as string;
    ({ text, samples } = await scrape(quarry.metrics));
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
    await site.close();
  });

  const calls = (labels: Record<string, string>) => valueOf(samples, COUNT, labels);

  it('count calls over REST by operation and code', () => {
    const rest = { operation: 'search', transport: 'rest' };
    assert.deepEqual(
      ['OK', 'INVALID_REQUEST', 'UNAUTHENTICATED'].map((code) => calls({ ...rest, code })),
      [2, 1, 1],
    );
  });

  it('count calls over gRPC by the same names', () => {
    const overGrpc = { operation: 'search', transport: 'grpc' };
    assert.deepEqual(
      ['OK', 'INVALID_REQUEST'].map((code) => calls({ ...overGrpc, code })),
      [1, 1],
    );
  });

  it('count calls that no operation served as none', () => {
    assert.equal(calls({ operation: 'none', transport: 'rest', code: 'NOT_FOUND' }), 1);
  });

  it('count charged credits by operation', () => {
    assert.equal(valueOf(samples, 'quarry_credits_charged_total', { operation: 'search' }), 3);
    assert.equal(valueOf(samples, 'quarry_credits_charged_total', { operation: 'fetch' }), 1);
  });

  it('include the balance and the held credits of all organizations', async () => {
    const { balance, held } = (await quarry.call('GET', '/v1/account')).body as { balance: number; held: number };
    assert.deepEqual(
      [valueOf(samples, 'quarry_credits_balance'), valueOf(samples, 'quarry_credits_held')],
      [balance, held],
    );
  });

  it('count pages by their outcome, and their extraction by type', () => {
    const pages = samples.filter(({ name }) => name === 'quarry_page_duration_seconds_count');
    assert.deepEqual(
      new Map(pages.map(({ labels, value }) => [labels.outcome, value])),
      new Map([
        ['ok', 1],
        ['url_not_accessible', 1],
      ]),
    );
    assert.equal(valueOf(samples, 'quarry_extraction_duration_seconds_count', { type: 'page', outcome: 'ok' }), 1);
  });

  it('count the steps of workflows, and workflows as they end', () => {
    assert.equal(valueOf(samples, 'quarry_activity_duration_seconds_count', { activity: 'readOne', outcome: 'ok' }), 2);
    assert.equal(
      valueOf(samples, 'quarry_workflow_duration_seconds_count', { workflow: 'fetchBatch', outcome: 'ok' }),
      1,
    );
  });

  it('measure statements and reads of the index', () => {
    assert.ok((valueOf(samples, 'quarry_sql_duration_seconds_count', { statement: 'commit', outcome: 'ok' }) ?? 0) > 0);
    assert.equal(valueOf(samples, 'quarry_index_duration_seconds_count', { operation: 'search', outcome: 'ok' }), 3);
  });

  it('include the waiting work', () => {
    for (const name of [
      'agent_runs_pending',
      'agent_runs_lag_seconds',
      'index_outbox_rows',
      'index_lag_seconds',
      'webhooks_due',
      'webhook_lag_seconds',
      'monitors_late',
      'monitor_lag_seconds',
      'sources_late',
    ])
      assert.equal(valueOf(samples, `quarry_${name}`), 0, name);
  });

  it('include the process itself', () => {
    assert.ok((valueOf(samples, 'process_resident_memory_bytes') ?? 0) > 0);
    assert.ok(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds'));
  });

  it('have labels of few values, none of a caller, a page or an organization', () => {
    for (const { name, labels } of samples)
      for (const [label, value] of Object.entries(labels))
        assert.match(value, LABEL_VALUE, `${name} {${label}="${value}"}`);
    for (const planted of [PLANTED_QUERY, 'plantedsentence', 'stones.example', quarry.key, orgId, 'req_', 'org_'])
      assert.ok(!text.includes(planted), planted);
  });
});

describe('without QUARRY_METRICS_PORT', () => {
  it('nothing is listened on, and nothing is measured', async () => {
    const quarry = await startQuarry();
    try {
      assert.equal(quarry.metrics, undefined);
      assert.equal((await quarry.call('GET', '/metrics')).status, 404);
    } finally {
      await quarry.stop();
    }
  });
});
