import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { AgentRunActivities } from '../../activities/agent-run.ts';
import { TASK_QUEUES, WORKFLOWS } from '../../services/temporal/names.ts';
import { prepareServer } from '../../services/temporal/server.ts';
import { workflowTrails } from '../../worker/trails.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

const NAMESPACE = 'default';

describe('a run that an operator resets', function () {
  this.timeout(60_000);

  it('looks up the record of every step, although the reset kept the mark of a first start', async () => {
    const asked: string[] = [];
    const noting =
      <T>(name: string, result: T) =>
      async ({ isNew }: { isNew?: boolean }) => {
        asked.push(`${name} ${isNew}`);
        return result;
      };
    let begun = 0;
    const activities: AgentRunActivities = {
      beginRun: async () => ({ isNew: (begun += 1) === 1, maxSteps: 10, wallClockMs: 600_000, rounds: 1 }),
      plan: noting('plan', { questions: ['How deep is it?'] }),
      search: noting('search', { found: 0 }),
      followUp: async () => ({ questions: [] }),
      furtherSearches: async () => ({ questions: [] }),
      note: async () => ({ noted: 0 }),
      choose: async () => [],
      read: async () => ({ status: 'ok' }),
      write: noting('write', { usable: true, fits: true }),
      finishRun: async () => 'completed',
    };
    const connection = await NativeConnection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
    await prepareServer(connection, NAMESPACE);
    const client = new Client({ connection, namespace: NAMESPACE });
    const worker = (taskQueue: string, options: object) =>
      Worker.create({ connection, namespace: NAMESPACE, taskQueue, activities: { ...activities }, ...options });
    const workers = [
      await worker(TASK_QUEUES.workflows, { workflowBundle: await workflowBundle(), sinks: workflowTrails({}) }),
      await worker(TASK_QUEUES.agent, {}),
    ];
    const running = workers.map((one) => one.run());
    try {
      const workflowId = `run_${randomUUID()}`;
      const first = await client.workflow.start(WORKFLOWS.agentRun, {
        args: [{ runId: workflowId }],
        workflowId,
        taskQueue: TASK_QUEUES.workflows,
      });
      await first.result();
      const before = asked.splice(0);
      // A step may be asked for more than once: an attempt whose answer is lost is made again.
      assert.deepEqual(new Set(before), new Set(['plan true', 'search true', 'write true']));
      const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
      // Before the second one lie what beginning gave, and the plan.
      const [, second] = (events ?? []).filter(({ workflowTaskCompletedEventAttributes: completed }) => completed);
      assert.ok(second?.eventId);
      await client.workflowService.resetWorkflowExecution({
        namespace: NAMESPACE,
        reason: 'test',
        requestId: randomUUID(),
        workflowExecution: { workflowId, runId: first.firstExecutionRunId },
        workflowTaskFinishEventId: second.eventId,
      });
      await client.workflow.getHandle(workflowId).result();
    } finally {
      for (const one of workers) one.shutdown();
      await Promise.all(running);
      await connection.close();
    }
    assert.equal(begun, 1);
    assert.deepEqual(new Set(asked), new Set(['search false', 'write false']));
  });
});
