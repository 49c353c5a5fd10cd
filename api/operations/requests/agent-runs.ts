import { z } from 'zod';
import { EFFORTS } from '../../../entities/research/agent-run.ts';
import type { AgentRunOptions } from '../../../services/research/run/insert-run.ts';
import { ResponseFormatInput } from './response-format.ts';
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
      .describe(`Question or task, at most ${MAX_QUERY_BYTES} bytes of UTF-8. Default empty.`),
    output_schema: ResponseFormatInput.nullish()
      .transform((schema) => schema ?? null)
      .describe(
        'Form of the structured output, in the style of a chat completions `response_format`. Default: text only.',
      ),
    effort: z
      .enum(EFFORTS, `must be one of ${EFFORTS.join(', ')}`)
      .nullish()
      .transform((effort) => effort ?? 'medium')
      .describe(
        'Limits of the run in searches and page reads together, and in time: low 10 and 3 minutes, medium 40 and 10 minutes, high 100 and 20 minutes, max 200 and 30 minutes. Default medium.',
      ),
    api_key: z
      .string()
      .nullish()
      .describe('Accepted for compatibility with gRPC and ignored. Send the key in a header.'),
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
    .describe(`Maximum number of runs on the page, 1 to ${MAX_LIST}. Default ${DEFAULT_LIST}.`),
  after: z.string().optional().describe('The `next` of the previous page.'),
});

const MAX_WAIT_SECONDS = 60;

/** Query of GET /v1/agent/runs/{id}. */
export const GetAgentRunQuery = z.strictObject({
  wait: wholeNumber
    .pipe(z.int().min(1, 'must be at least 1').max(MAX_WAIT_SECONDS, `must be at most ${MAX_WAIT_SECONDS}`))
    .optional()
    .describe(
      `Seconds to wait for the end of the run, 1 to ${MAX_WAIT_SECONDS}. The response is sent when the run ends or the time is over. Default: no wait.`,
    ),
});
