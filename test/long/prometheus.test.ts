import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { eventually } from '../support/eventually.ts';
import { sampleIn, scrape } from '../support/metrics.ts';
import { startOtlpReceiver, type OtlpReceiver } from '../support/otlp-receiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProcess, type QuarryProcess } from '../support/process.ts';
import { obtainPrometheus, startPrometheus, type PrometheusPrograms } from '../support/prometheus.ts';
import { call } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const PAGE = `<!doctype html><title>Slate</title><main><article><h1>Slate</h1><p>${'The slate quarry was opened in 1770. '.repeat(20)}</p></article></main>`;
const SCRAPED_WITHIN_MS = 30_000;

/** The API and the workers as processes of their own, with the real Prometheus of Debian and a receiver of OTLP. */
describe('the metrics and traces of separate processes', function () {
  this.timeout(180_000);
  let folder: string;
  let programs: PrometheusPrograms | string;
  let scratch: TestDatabase;
  let receiver: OtlpReceiver;
  let site: Site;
  let worker: QuarryProcess;
  let api: QuarryProcess;
  const key = newApiKey();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    programs = await obtainPrometheus(folder);
    scratch = await createTestDatabase();
    receiver = await startOtlpReceiver();
    site = await startSite({ '/slate': PAGE });
    const environment: Record<string, string> = {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      TMPDIR: folder,
      QUARRY_DATA_DIR: join(folder, 'data'),
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    };
    worker = await startProcess(['worker'], environment);
    api = await startProcess(['api'], environment);
    const post = (path: string, body: unknown) => call(`${api.ready.rest}${path}`, 'POST', body, { 'x-api-key': key });
    await post('/v1/documents', { documents: [{ url: 'https://stones.example.com/', text: 'Granite is a stone.' }] });
    await post('/v1/search', { query: 'granite' });
    assert.equal((await post('/v1/fetch', { urls: [`${site.origin}/slate`] })).body.results[0].status, 'ok');
  });
  after(async () => {
    await worker?.end('SIGTERM');
    await api?.end('SIGTERM');
    await site?.close();
    await receiver?.close();
    await scratch?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  function obtained(context: Mocha.Context): PrometheusPrograms {
    if (typeof programs !== 'string') return programs;
    console.log(`        skipped: ${programs}`);
    return context.skip();
  }

  async function promtool(parameters: string[], input = ''): Promise<{ code: number | null; output: string }> {
    const child = spawn((programs as PrometheusPrograms).promtool, parameters);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    await once(child, 'close');
    return { code: child.exitCode, output };
  }

  it('are metrics that promtool accepts', async function () {
    obtained(this);
    for (const process of [api, worker]) {
      const { text } = await scrape(process.ready.metrics);
      assert.deepEqual(await promtool(['check', 'metrics'], text), { code: 0, output: '' });
    }
  });

  it('include the metrics of the Temporal SDK beside those of the workers', async () => {
    const { text } = await scrape(worker.ready.metrics);
    assert.match(text, /^temporal_activity_schedule_to_start_latency_seconds_bucket\{.*task_queue="quarry-fetch"/m);
    assert.ok(
      (sampleIn(text, 'quarry_activity_duration_seconds_count', { activity: 'readOne', outcome: 'ok' }) ?? 0) > 0,
    );
  });

  it('are rules that promtool accepts, and that fire as their tests say', async function () {
    obtained(this);
    for (const parameters of [
      ['check', 'rules', join(DEPLOY, 'alerts.yml')],
      ['check', 'config', join(DEPLOY, 'prometheus.yml')],
      ['test', 'rules', join(DEPLOY, 'alerts.test.yml')],
    ]) {
      const { code, output } = await promtool(parameters);
      assert.equal(code, 0, output);
    }
  });

  it('are scraped by Prometheus, which finds the calls and fires no alert', async function () {
    const target = new URL(api.ready.metrics ?? '').host;
    const prometheus = await startPrometheus(obtained(this), {
      folder: join(folder, 'prometheus'),
      target,
      rules: join(DEPLOY, 'alerts.yml'),
    });
    try {
      const searches = 'quarry_request_duration_seconds_count{operation="search",transport="rest",code="OK"}';
      const [found] = await eventually(
        SCRAPED_WITHIN_MS,
        () => prometheus.query(searches),
        (result) => result.length > 0,
      );
      assert.equal(found?.value, 1);
      assert.deepEqual(await prometheus.query('ALERTS{alertstate="firing"}'), []);
    } finally {
      await prometheus.stop();
    }
  });

  it("are one trace from the API's process to that of the workers", async () => {
    const spans = await eventually(
      SCRAPED_WITHIN_MS,
      async () => receiver.spans,
      (all) => ['rest fetch', 'activity readOne'].every((name) => all.some((span) => span.name === name)),
    );
    const callSpan = spans.find(({ name }) => name === 'rest fetch');
    const activity = spans.find(({ name }) => name === 'activity readOne');
    assert.ok(callSpan && activity, spans.map(({ name }) => name).join(', '));
    assert.equal(activity.traceId, callSpan.traceId);
    assert.equal(activity.attributes['quarry.request_id'], callSpan.attributes['quarry.request_id']);
  });
});
