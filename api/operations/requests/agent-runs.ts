import { z } from 'zod';
import { EFFORTS } from '../../../entities/research/agent-run.ts';
import type { AgentRunOptions } from '../../../services/research/run/insert-run.ts';
import { ResponseFormatGiven } from './response-format.ts';
import { wholeNumber } from './whole-number.ts';

const MAX_QUERY_BYTES = 32_768;
const MAX_LIST = 100;
const DEFAULT_LIST = 20;

/** Body of POST /v1/agent/runs. @see docs/rules.md#agent-runs */
export const CreateAgentRunRequest = z
  .strictObject({
    query: z
      .string()
      .refine((query) => Buffer.byteLength(query) <= MAX_QUERY_BYTES, `is longer than ${MAX_QUERY_BYTES} bytes`)
      .meta({ maxLength: MAX_QUERY_BYTES })
      .nullish()
      .transform((query) => query ?? '')
      .describe('Natural-language question. Default empty.'),
    output_schema: ResponseFormatGiven.nullish()
      .transform((schema) => schema ?? null)
      .describe('Structured output, in the style of a chat completions `response_format`.'),
    effort: z
      .enum(EFFORTS, `must be one of ${EFFORTS.join(', ')}`)
      .nullish()
      .transform((effort) => effort ?? 'medium')
      .describe('How many searches and reads the run may make, and how long it may take.'),
    api_key: z.string().nullish().describe('Accepted and not read: REST reads the header.'),
  })
  .meta({ id: 'CreateAgentRunRequest' });

export function toAgentRunOptions(body: z.output<typeof CreateAgentRunRequest>): AgentRunOptions {
  const { query, output_schema: outputSchema, effort } = body;
  return { query, outputSchema, effort };
}

/** Query of GET /v1/agent/runs. */
export const ListAgentRunsQuery = z.strictObject({
  limit: wholeNumber
    .pipe(z.int().min(1, 'must be at least 1').max(MAX_LIST, `must be at most ${MAX_LIST}`))
    .optional()
    .transform((limit) => limit ?? DEFAULT_LIST)
    .describe(`Runs on a page, 1 to ${MAX_LIST}, default ${DEFAULT_LIST}.`),
  after: z.string().optional().describe('`next` of the previous page.'),
});

const MAX_WAIT_SECONDS = 60;

/** Query of GET /v1/agent/runs/{id}. */
export const GetAgentRunQuery = z.strictObject({
  wait: wholeNumber
    .pipe(z.int().min(1, 'must be at least 1').max(MAX_WAIT_SECONDS, `must be at most ${MAX_WAIT_SECONDS}`))
    .optional()
    .describe('Answers when the run has ended, or after that many seconds.'),
});
