import assert from 'node:assert/strict';
import { createMetrics } from '../../../services/telemetry/metrics.ts';
import { startTelemetry } from '../../../services/telemetry/telemetry.ts';
import { sampleIn, scrape } from '../../support/metrics.ts';

const HOST = '127.0.0.1';

describe('gauges', () => {
  it('are read once per scrape, however many they are', async () => {
    const metrics = createMetrics();
    let reads = 0;
    metrics.gauges({ help: { one: 'One', two: 'Two' }, read: async () => ({ one: (reads += 1), two: 2 }) });
    const first = await metrics.text();
    assert.deepEqual([sampleIn(first, 'quarry_one'), sampleIn(first, 'quarry_two')], [1, 2]);
    await new Promise(setImmediate);
    assert.equal(sampleIn(await metrics.text(), 'quarry_one'), 2);
  });

  it('are hidden and counted while they cannot be read', async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.gauges({
      help: { rows: 'Rows' },
      read: async () => (isAway ? Promise.reject(new Error('away')) : { rows: 3 }),
    });
    assert.equal(sampleIn(await metrics.text(), 'quarry_rows'), 3);
    await new Promise(setImmediate);
    isAway = true;
    const text = await metrics.text();
    assert.equal(sampleIn(text, 'quarry_rows'), undefined);
    await new Promise(setImmediate);
    isAway = false;
    assert.equal(sampleIn(await metrics.text(), 'quarry_value_read_failures_total'), 1);
  });
});

describe('the listener of metrics', () => {
  it('answers only at /metrics', async () => {
    const telemetry = await startTelemetry({ metrics: { host: HOST, port: 0 }, traces: undefined });
    try {
      const { text } = await scrape(telemetry.metricsUrl);
      assert.match(text, /^# HELP process_cpu_seconds_total /m);
      const elsewhere = await fetch(new URL('/', telemetry.metricsUrl));
      assert.equal(elsewhere.status, 404);
    } finally {
      await telemetry.close();
    }
  });

  it('shows the metrics of the Temporal SDK below its own', async () => {
    const temporal = { text: async () => 'temporal_request_total 4\n' };
    const telemetry = await startTelemetry({ metrics: { host: HOST, port: 0 }, traces: undefined, temporal });
    try {
      const { text } = await scrape(telemetry.metricsUrl);
      assert.equal(sampleIn(text, 'temporal_request_total'), 4);
      assert.ok(text.endsWith('\n'));
    } finally {
      await telemetry.close();
    }
  });

  it('names the variable to set if its port is in use', async () => {
    const first = await startTelemetry({ metrics: { host: HOST, port: 0 }, traces: undefined });
    try {
      const port = Number(new URL(first.metricsUrl ?? '').port);
      await assert.rejects(
        startTelemetry({ metrics: { host: HOST, port }, traces: undefined }),
        /^Error: Port \d+ is taken\. Set QUARRY_METRICS_PORT to another one\.$/,
      );
    } finally {
      await first.close();
    }
  });

  it('does not exist if nothing is configured, and nothing is observed', async () => {
    const telemetry = await startTelemetry({ metrics: undefined, traces: undefined });
    assert.deepEqual(
      [telemetry.metricsUrl, telemetry.metrics, telemetry.tracer, telemetry.observer, telemetry.observeStages],
      [undefined, undefined, undefined, undefined, undefined],
    );
    await telemetry.close();
  });
});

describe('stages of a call', () => {
  it('are measured by operation and stage', async () => {
    const telemetry = await startTelemetry({ metrics: { host: HOST, port: 0 }, traces: undefined });
    try {
      telemetry.observeStages?.('search').begin('index')();
      const text = (await telemetry.metrics?.text()) ?? '';
      assert.equal(sampleIn(text, 'quarry_stage_duration_seconds_count', { operation: 'search', stage: 'index' }), 1);
    } finally {
      await telemetry.close();
    }
  });
});
