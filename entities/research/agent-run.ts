import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { GivenCondition } from '../documents/document.ts';

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

/** The search filters of a request, in the form of the request. */
export interface RunFilters {
  includeDomains: string[];
  excludeDomains: string[];
  from: string | null;
  to: string | null;
  /** Empty: the default scope, and others that fit a question. */
  scopes: string[];
  /** Absent in runs of earlier releases. */
  collections?: string[];
  /** Conditions by name, as they were given. */
  metadata?: Record<string, GivenCondition> | null;
}

export interface RunCost {
  searches: number;
  /** Pages that were read. */
  pages: number;
  /** Tokens of a language model, both directions. 0 without a model, or where its server does not count. */
  tokens: number;
  credits: number;
}

export interface RunWarning {
  type: string;
  message: string;
}

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
    /** Limits of its searches, as requested. Null: none. */
    filters: p.json<RunFilters>().nullable(),
    /** The run that this one follows up on. */
    previousRunId: p.string().nullable(),
    attempt: p.integer().default(1),
    /** Until when a subscriber follows its steps. */
    followedUntil: p.datetime(3).nullable(),
    text: p.text().nullable(),
    structured: p.json<Record<string, unknown>>().nullable(),
    grounding: p.json<Array<{ field: string; citations: Array<{ source_id: number; url: string }> }>>().nullable(),
    sources: p.json<Array<{ id: number; url: string }>>().nullable(),
    /** What the run used. Null until it has ended. */
    cost: p.json<RunCost>().nullable(),
    warnings: p.json<RunWarning[]>().nullable(),
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
