import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { RunWarning } from './agent-run.ts';

export const STEP_KINDS = ['plan', 'search', 'read', 'note', 'write', 'verify'] as const;

/** One finished step of a run and what it cost. A retried, reset or replayed run finds it here and repeats nothing. */
export const AgentStepSchema = defineEntity({
  name: 'AgentStep',
  tableName: 'agent_steps',
  properties: {
    runId: p.string().primary(),
    /** Unique within the run: `search-2`, `read-5`. */
    step: p.string().primary(),
    kind: p.enum(STEP_KINDS),
    result: p.json<unknown>(),
    credits: p.integer(),
    /** Tokens of a language model, both directions. */
    tokens: p.integer().default(0),
    warnings: p.json<RunWarning[]>().nullable(),
    createdAt: p.datetime(3),
    /** From 1 within the run, in the order in which steps became visible; null until a subscriber follows the run. */
    seq: p.integer().nullable(),
  },
  indexes: [
    {
      name: 'agent_steps_in_order',
      expression: 'create unique index agent_steps_in_order on agent_steps (run_id, seq) where seq is not null',
    },
  ],
});

export type AgentStep = InferEntity<typeof AgentStepSchema>;
