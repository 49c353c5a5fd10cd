import assert from 'node:assert/strict';
import { createOtlpTracer } from '../../../services/telemetry/otlp-tracer.ts';
import type { SamplerSettings } from '../../../services/telemetry/sampler.ts';
import type { Tracer } from '../../../services/telemetry/tracer.ts';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/otlp-receiver.ts';

const PLACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };

describe('spans over OTLP', () => {
  let receiver: OtlpReceiver;

  beforeEach(async () => {
    receiver = await startOtlpReceiver();
  });
  afterEach(() => receiver.close());

  const tracerOf = (sampling: Partial<SamplerSettings> = {}): Tracer =>
    createOtlpTracer({
      url: `${receiver.endpoint}/v1/traces`,
      serviceName: 'quarry',
      version: '1.2.3',
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...sampling,
    });

  it('arrive with their names, parents, attributes and outcomes', async () => {
    const tracer = tracerOf();
    const outer = tracer.start({ name: 'rest', kind: 'server', parent: PLACE, attributes: { count: 3, isNew: true } });
    const inner = tracer.start({ name: 'sql select', kind: 'client', parent: outer.place });
    inner.end({ outcome: 'unavailable' });
    outer.end({ outcome: 'ok', name: 'rest search' });
    await tracer.close();
    const [first, second] = receiver.spans;
    assert.deepEqual(
      [second?.traceId, second?.parentSpanId, second?.name, second?.kind, second?.status],
      [PLACE.traceId, PLACE.spanId, 'rest search', 2, 0],
    );
    assert.deepEqual(second?.attributes, { count: 3, isNew: true, 'quarry.outcome': 'ok' });
    assert.deepEqual(
      [first?.parentSpanId, first?.kind, first?.status, first?.statusMessage],
      [second?.spanId, 3, 2, ''],
    );
    assert.deepEqual([second?.resource['service.name'], second?.resource['service.version']], ['quarry', '1.2.3']);
  });

  it('have the ids that other spans have already referred to', async () => {
    const tracer = tracerOf();
    const startedAtMs = Date.now() - 5_000;
    const place = { ...PLACE, spanId: '1111111111111111' };
    tracer.record({ name: 'workflow fetchBatch', kind: 'consumer', parent: PLACE, place, startedAtMs, outcome: 'ok' });
    const other = { traceId: '5'.repeat(32), spanId: '6'.repeat(16), isSampled: true };
    tracer.record({ name: 'workflow housekeeping', kind: 'consumer', place: other, startedAtMs, outcome: 'ok' });
    await tracer.close();
    const [child, root] = receiver.spans;
    assert.deepEqual(
      [child?.traceId, child?.spanId, child?.parentSpanId, child?.startedAtNs],
      [PLACE.traceId, place.spanId, PLACE.spanId, BigInt(startedAtMs) * 1_000_000n],
    );
    assert.deepEqual([root?.traceId, root?.spanId, root?.parentSpanId], [other.traceId, other.spanId, '']);
  });

  it('follow the decision of the caller', async () => {
    const tracer = tracerOf();
    tracer.start({ name: 'rest', kind: 'server', parent: { ...PLACE, isSampled: false } }).end({ outcome: 'ok' });
    await tracer.close();
    assert.deepEqual(receiver.spans, []);
  });

  it('are kept in the requested share', async () => {
    const tracer = tracerOf({ sampler: 'parentbased_traceidratio', ratio: 0 });
    tracer.start({ name: 'rest', kind: 'server' }).end({ outcome: 'ok' });
    assert.equal(tracer.samples(PLACE.traceId), false);
    await tracer.close();
    assert.equal(receiver.requests(), 0);
  });

  it('are dropped if no receiver listens, and a stop does not wait', async () => {
    await receiver.close();
    const tracer = tracerOf();
    tracer.start({ name: 'rest', kind: 'server' }).end({ outcome: 'ok' });
    await tracer.close();
    receiver = await startOtlpReceiver();
    assert.deepEqual(receiver.spans, []);
  });
});
