import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const AGENT_RUN_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export const STOP_REASONS = [
  'finished',
  'budget_reached',
  'timeout',
  'cancelled',
  'invalid_output',
  'internal_error',
] as const;
export const EFFORTS = ['low', 'medium', 'high', 'max'] as const;

/** One research run: what was asked, where it stands, what came out. Terminal states do not change (docs/rules.md#agent-runs). */
export const AgentRunSchema = defineEntity({
  name: 'AgentRun',
  tableName: 'agent_runs',
  properties: {
    id: p.string().primary(),
    orgId: p.string(),
    status: p.enum(AGENT_RUN_STATUSES),
    stopReason: p.enum(STOP_REASONS).nullable(),
    query: p.text(),
    outputSchema: p.json<Record<string, unknown>>().nullable(),
    effort: p.enum(EFFORTS),
    attempt: p.integer().default(1),
    /** Until when a subscriber follows its steps. */
    followedUntil: p.datetime(3).nullable(),
    text: p.text().nullable(),
    structured: p.json<Record<string, unknown>>().nullable(),
    grounding: p.json<Array<{ field: string; citations: Array<{ source_id: number; url: string }> }>>().nullable(),
    sources: p.json<Array<{ id: number; url: string }>>().nullable(),
    errorCode: p.string().nullable(),
    errorMessage: p.text().nullable(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'agent_runs_newest_first', properties: ['orgId', 'id'] },
    {
      name: 'agent_runs_unfinished',
      expression:
        "create index agent_runs_unfinished on agent_runs (status, created_at) where status in ('pending', 'running')",
    },
  ],
});

export type AgentRun = InferEntity<typeof AgentRunSchema>;
