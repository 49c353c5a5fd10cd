import { z } from 'zod';
import { pageOf } from '../../../services/core/page.ts';
import { cursorAfter } from '../../../services/core/cursor.ts';
import type { AgentRuns } from '../../../services/research/run/runs.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { EventStream } from '../calls/event-stream.ts';
import {
  CreateAgentRunRequest,
  GetAgentRunQuery,
  ListAgentRunsQuery,
  toAgentRunOptions,
} from '../requests/agent-runs.ts';
import { AgentRunObject, agentRunToWire, runEventsToWire } from '../responses/agent-runs.ts';

const AgentRunList = z
  .object({
    next: z.string().nullable().describe('Cursor of the next page, for `after`. Null on the last page.'),
    runs: z.array(AgentRunObject),
  })
  .meta({ id: 'AgentRunList' });

const success = { status: 200, description: 'The run.', schema: AgentRunObject } as const;

export function agentRunOperations(runs: AgentRuns): Operation[] {
  return [create(runs), list(runs), get(runs), events(runs), cancel(runs)];
}

const create = (runs: AgentRuns) =>
  operation({
    method: 'POST',
    path: '/v1/agent/runs',
    operationId: 'createAgentRun',
    tag: 'Agent runs',
    summary: 'Start a research run',
    description:
      'Returns at once. Read the run by its id until its status is completed, failed or cancelled. Costs one credit for each search and each page read. 429 also if the organization has too many runs in progress.',
    scope: 'agent:write',
    rateClass: 'agent',
    body: {
      schema: CreateAgentRunRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { query: 'How many days of paid leave are there? What may a hotel cost?', effort: 'low' },
    },
    success: { status: 201, description: 'The run, with the status pending.', schema: AgentRunObject },
    idempotent: true,
    handle: async ({ caller, operationId, body }) =>
      agentRunToWire(await runs.create(caller, operationId, toAgentRunOptions(body))),
  });

const list = (runs: AgentRuns) =>
  operation({
    method: 'GET',
    path: '/v1/agent/runs',
    operationId: 'listAgentRuns',
    tag: 'Agent runs',
    summary: "List the organization's runs, newest first",
    scope: 'agent:read',
    query: ListAgentRunsQuery,
    success: { status: 200, description: 'One page of runs, at most 3.5 MiB.', schema: AgentRunList },
    async handle({ caller, query }) {
      const found = await runs.list(caller.orgId, query);
      const { items, hasMore: isCut } = pageOf(found.runs.map(agentRunToWire), false);
      const last = items.at(-1);
      return { next: last && isCut ? cursorAfter(last.id) : found.next, runs: items };
    },
  });

const get = (runs: AgentRuns) =>
  operation({
    method: 'GET',
    path: '/v1/agent/runs/:id',
    operationId: 'getAgentRun',
    tag: 'Agent runs',
    summary: 'Read a research run',
    scope: 'agent:read',
    query: GetAgentRunQuery,
    success,
    async handle({ caller, params, query, signal }) {
      const runId = params.id ?? '';
      if (query.wait === undefined) return agentRunToWire(await runs.get(caller.orgId, runId));
      const run = await runs.getWhenEnded(caller.orgId, runId, query.wait, signal);
      // A wait that was aborted has not timed out.
      if (run.stopReason === null) signal.throwIfAborted();
      return agentRunToWire(run);
    },
  });

const events = (runs: AgentRuns) =>
  operation({
    method: 'GET',
    path: '/v1/agent/runs/:id/events',
    operationId: 'followAgentRun',
    tag: 'Agent runs',
    summary: 'Follow the events of a research run',
    description:
      'Stream of server-sent events. Each event has an `id`, a type (`plan`, `search`, `read`, `write`, `verify`, or `ended` for the last one) and JSON data. To resume, send the last received id as `Last-Event-ID`. A comment follows every 15 seconds without an event.',
    scope: 'agent:read',
    success: {
      status: 200,
      description: 'Events as they occur. The stream ends with the run.',
      schema: z.string(),
      contentType: 'text/event-stream',
    },
    async handle({ caller, params, lastEventId, signal, permit }) {
      const happening = await runs.events(caller.orgId, params.id ?? '', lastEventId, { signal, permit });
      return EventStream.named(runEventsToWire(happening));
    },
  });

const cancel = (runs: AgentRuns) =>
  operation({
    method: 'POST',
    path: '/v1/agent/runs/:id/cancel',
    operationId: 'cancelAgentRun',
    tag: 'Agent runs',
    summary: 'Cancel a research run',
    description:
      'Returns a run that has already ended unchanged, so a retry is safe. Work in progress stops within 5 seconds.',
    scope: 'agent:write',
    success,
    handle: async ({ caller, params }) => agentRunToWire(await runs.cancel(caller.orgId, params.id ?? '')),
  });
