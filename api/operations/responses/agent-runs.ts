import { z } from 'zod';
import { AGENT_RUN_STATUSES, EFFORTS, STOP_REASONS, type AgentRun } from '../../../entities/research/agent-run.ts';
import type { AgentRunEvent } from '../../../services/research/run/run-events.ts';

const Citation = z.object({ source_id: z.int().min(0), url: z.string() });

export const AgentRunObject = z
  .object({
    id: z.string(),
    object: z.literal('agent.run'),
    status: z.enum(AGENT_RUN_STATUSES),
    stop_reason: z.enum(STOP_REASONS).nullable().describe('Why the run ended. Null until then.'),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    completed_at: z.iso.datetime().nullable(),
    attempt: z.int().describe('Number of the attempt, from 1. It grows when an operator resets the run.'),
    request: z
      .object({
        query: z.string(),
        output_schema: z.record(z.string(), z.unknown()).nullable(),
        effort: z.enum(EFFORTS),
        include_domains: z.array(z.string()),
        exclude_domains: z.array(z.string()),
        from_date: z.string().nullable(),
        to_date: z.string().nullable(),
        scopes: z.array(z.string()),
        collections: z.array(z.string()),
        metadata: z.record(z.string(), z.unknown()).nullable(),
        previous_run_id: z.string().nullable(),
      })
      .nullable(),
    output: z
      .object({
        text: z.string().nullable().describe('Report in Markdown. [n] cites the source with the id n.'),
        structured: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('Output in the form of output_schema. Values without a source are null.'),
        grounding: z.array(
          z.object({
            field: z.string().describe('Path into `structured` in dot notation, such as items.0.name.'),
            citations: z.array(Citation),
          }),
        ),
        sources: z.array(z.object({ id: z.int().min(0), url: z.string() })),
      })
      .nullable(),
    cost: z
      .object({
        searches: z.int(),
        pages: z.int().describe('Pages that were read.'),
        tokens: z.int().describe('Tokens of the language model, both directions. 0 without one.'),
        credits: z.int(),
      })
      .nullable()
      .describe('What the run used. Null until it has ended.'),
    warnings: z.array(z.object({ type: z.string(), message: z.string() })),
    error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .describe('Why the run failed. Absent unless the status is failed.'),
  })
  .meta({ id: 'AgentRun' });

/** All fields are always present, null when unset. @see docs/rules.md#agent-runs */
export function agentRunToWire(run: AgentRun): z.infer<typeof AgentRunObject> {
  return {
    id: run.id,
    object: 'agent.run',
    status: run.status,
    stop_reason: run.stopReason ?? null,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    completed_at: run.completedAt?.toISOString() ?? null,
    attempt: run.attempt,
    request: requestToWire(run),
    output: run.status === 'completed' ? outputOf(run) : null,
    cost: run.cost ?? null,
    warnings: run.warnings ?? [],
    ...(run.errorCode && { error: { code: run.errorCode, message: run.errorMessage ?? '' } }),
  };
}

function requestToWire({ query, outputSchema, effort, filters, previousRunId }: AgentRun) {
  return {
    query,
    output_schema: outputSchema ?? null,
    effort,
    include_domains: filters?.includeDomains ?? [],
    exclude_domains: filters?.excludeDomains ?? [],
    from_date: filters?.from ?? null,
    to_date: filters?.to ?? null,
    scopes: filters?.scopes ?? [],
    collections: filters?.collections ?? [],
    metadata: filters?.metadata ?? null,
    previous_run_id: previousRunId ?? null,
  };
}

function outputOf(run: AgentRun) {
  return {
    text: run.text ?? null,
    structured: run.structured ?? null,
    grounding: run.grounding ?? [],
    sources: run.sources ?? [],
  };
}

/** Events of a stream, each with its id, its type and JSON data. */
export async function* runEventsToWire(events: AsyncIterable<AgentRunEvent>) {
  for await (const event of events) yield { id: event.id, type: event.type, data: dataOf(event) };
}

function dataOf(event: AgentRunEvent): Record<string, unknown> {
  if (event.type !== 'ended') return { step: event.step, at: event.at.toISOString(), ...event.details };
  return { status: event.status, stop_reason: event.stopReason, at: event.at?.toISOString() };
}
