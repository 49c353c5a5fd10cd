import assert from 'node:assert/strict';
import type { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure, defaultPayloadConverter } from '@temporalio/common';
import { TRAIL_HEADER } from '../../../services/temporal/names.ts';
import { createMetrics } from '../../../services/telemetry/metrics.ts';
import { createObserver } from '../../../services/telemetry/observer.ts';
import { currentTrail } from '../../../services/telemetry/trail.ts';
import { sampleIn } from '../../support/metrics.ts';
import { activityTrails } from '../../../worker/trails.ts';

const CONTEXT = {
  info: {
    activityType: 'readOne',
    attempt: 1,
    workflowType: 'fetchBatch',
    workflowExecution: { workflowId: 'fetch_1', runId: '01a209da-9f7a-729a-9a2a-a5c16fad1456' },
  },
} as unknown as Context;
const INPUT = {
  args: [],
  headers: {
    [TRAIL_HEADER]: defaultPayloadConverter.toPayload({ 'x-request-id': 'req_1', 'quarry-operation': 'fetch' }),
  },
};

describe('a step of a workflow', () => {
  const metrics = createMetrics();
  const seen = { metrics, observer: createObserver({ metrics }) };

  it('runs within the trail of the call that started the workflow', async () => {
    const { inbound } = activityTrails(seen)(CONTEXT);
    const trail = await inbound?.execute?.(INPUT, async () => currentTrail());
    assert.deepEqual(trail, { requestId: 'req_1', operation: 'fetch', span: undefined });
  });

  it('runs as the workflow if no call started it', async () => {
    const { inbound } = activityTrails({})(CONTEXT);
    const trail = await inbound?.execute?.({ args: [], headers: {} }, async () => currentTrail());
    assert.deepEqual(trail, { operation: 'fetchBatch', span: undefined });
  });

  it('gives the log lines of the SDK the id of the request', async () => {
    const { inbound, outbound } = activityTrails(seen)(CONTEXT);
    await inbound?.execute?.(INPUT, async () => {});
    assert.deepEqual(
      outbound?.getLogAttributes?.({ attempt: 1 }, (fields) => fields),
      { attempt: 1, request_id: 'req_1' },
    );
  });

  const failures: Array<[failure: Error, outcome: string]> = [
    [new CancelledFailure('stopped'), 'cancelled'],
    [ApplicationFailure.nonRetryable('no credits', 'INSUFFICIENT_CREDITS'), 'insufficient_credits'],
    [ApplicationFailure.nonRetryable('a page said', 'Text of a page'), 'error'],
    [new Error('x'), 'error'],
  ];
  for (const [failure, outcome] of failures) {
    it(`that fails with ${failure.message} is counted as ${outcome}`, async () => {
      const { inbound } = activityTrails(seen)(CONTEXT);
      const name = 'quarry_activity_duration_seconds_count';
      const count = async () => sampleIn(await metrics.text(), name, { activity: 'readOne', outcome }) ?? 0;
      const before = await count();
      await assert.rejects(async () => inbound?.execute?.(INPUT, () => Promise.reject(failure)));
      assert.equal((await count()) - before, 1);
    });
  }
});
