import assert from 'node:assert/strict';
import { ServiceError } from '../../../services/core/errors.ts';
import { createMetrics } from '../../../services/telemetry/metrics.ts';
import { createObserver, type Observer } from '../../../services/telemetry/observer.ts';
import type { OpenSpan, SpanStart, Tracer } from '../../../services/telemetry/tracer.ts';
import { currentTrail, withTrail } from '../../../services/telemetry/trail.ts';
import { sampleIn } from '../../support/metrics.ts';

interface Kept extends SpanStart {
  spanId: string;
  outcome?: string;
}

function keepingTracer(): { tracer: Tracer; spans: Kept[] } {
  const spans: Kept[] = [];
  const start = (given: SpanStart): OpenSpan => {
    const span: Kept = { ...given, spanId: String(spans.length + 1).padStart(16, '0') };
    spans.push(span);
    const traceId = given.parent?.traceId ?? 'a'.repeat(32);
    return {
      place: { traceId, spanId: span.spanId, isSampled: true },
      end: ({ outcome }) => void (span.outcome = outcome),
    };
  };
  return { tracer: { start, record: () => {}, samples: () => true, close: async () => {} }, spans };
}

describe('observed work', () => {
  const { tracer, spans } = keepingTracer();
  const metrics = createMetrics();
  const observer: Observer = createObserver({ metrics, tracer });
  const count = async (name: string, labels: Record<string, string>) =>
    sampleIn(await metrics.text(), `${name}_duration_seconds_count`, labels);

  beforeEach(() => void spans.splice(0));

  it('is counted by its name and its outcome', async () => {
    assert.equal(await observer.observe({ part: 'sql', name: 'select' }, async () => 7), 7);
    assert.equal(await count('quarry_sql', { statement: 'select', outcome: 'ok' }), 1);
  });

  it('has the outcome of its result', async () => {
    await observer.observe({ part: 'page', name: 'without_browser' }, async () => 410, { ofResult: () => 'gone' });
    assert.equal(await count('quarry_page', { reader: 'without_browser', outcome: 'gone' }), 1);
  });

  it('fails as if unobserved, and is counted by the code of the failure', async () => {
    const failure = new ServiceError('UNAVAILABLE', 'not now');
    const failing = observer.observe({ part: 'model', name: 'text' }, () => Promise.reject(failure));
    await assert.rejects(failing, (error) => error === failure);
    assert.equal(await count('quarry_model', { form: 'text', outcome: 'unavailable' }), 1);
  });

  it('is no longer in progress after a failure', async () => {
    await observer.observe({ part: 'browser', name: 'render' }, () => Promise.reject(new Error('x'))).catch(() => {});
    assert.equal(sampleIn(await metrics.text(), 'quarry_in_progress', { part: 'browser' }), 0);
  });

  it('is a child of the span of its caller', async () => {
    await observer.observe({ part: 'activity', name: 'readOne' }, () =>
      observer.observe({ part: 'sql', name: 'select', title: 'select pages' }, async () => {}),
    );
    const [outer, inner] = spans;
    assert.deepEqual([outer?.name, inner?.name], ['activity readOne', 'sql select pages']);
    assert.equal(inner?.parent?.spanId, outer?.spanId);
  });

  it('carries the id of the request', async () => {
    await withTrail({ requestId: 'req_1' }, () => observer.observe({ part: 'index', name: 'search' }, async () => {}));
    assert.equal(spans[0]?.attributes?.['quarry.request_id'], 'req_1');
  });

  it('is separate from concurrent work', async () => {
    const seen = await Promise.all(
      ['req_1', 'req_2'].map((requestId) =>
        withTrail({ requestId }, () =>
          observer.observe({ part: 'sql', name: 'select' }, async () => {
            await Promise.resolve();
            return currentTrail().requestId;
          }),
        ),
      ),
    );
    assert.deepEqual(seen, ['req_1', 'req_2']);
  });

  it('reports a consumer that stops before the last value', async () => {
    async function* pieces(): AsyncGenerator<string, void> {
      yield 'one';
      yield 'two';
    }
    for await (const piece of observer.observeEach({ part: 'model', name: 'text' }, pieces)) {
      assert.equal(piece, 'one');
      break;
    }
    assert.equal(spans[0]?.outcome, 'abandoned');
    assert.equal(await count('quarry_model', { form: 'text', outcome: 'abandoned' }), 1);
  });
});
