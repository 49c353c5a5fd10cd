import { z } from 'zod';
import { EFFORTS } from '../../../entities/research/agent-run.ts';
import type { AgentRunOptions } from '../../../services/research/run/insert-run.ts';
import { SCOPES } from '../../../services/query/scopes.ts';
import { DATE_PATTERN, parseDate } from '../../../services/dates/parse-date.ts';
import { DATE, Domains, DOMAINS } from './search.ts';
import { labelFields } from './labels.ts';
import { ResponseFormatInput } from './response-format.ts';
import { wholeNumber } from './text-values.ts';

const MAX_QUERY_BYTES = 32_768;
const MAX_LIST = 100;
const DEFAULT_LIST = 20;

/** A date as it is given: a relative one is resolved at each search. */
const RunDate = z
  .string()
  .meta({ pattern: DATE_PATTERN })
  .refine(
    (text) => parseDate(text) !== undefined,
    'is not YYYY-MM-DD, an ISO 8601 date-time, now or now-<n><s|m|h|d|w|M|y>',
  )
  .nullish();

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
    include_domains: Domains.describe(
      `Restricts the searches and the links that are followed to these hosts. ${DOMAINS} Default: all hosts.`,
    ),
    exclude_domains: Domains.describe(`Excludes these hosts, also where include_domains names them. ${DOMAINS}`),
    from_date: RunDate.describe(`Earliest publication date of what searches find. ${DATE}`),
    to_date: RunDate.describe(`Latest publication date of what searches find. ${DATE}`),
    scopes: z
      .array(z.enum(SCOPES, `must be one of ${SCOPES.join(', ')}`))
      .max(SCOPES.length, `holds more than ${SCOPES.length} scopes`)
      .nullish()
      .describe('Scopes to search. Default: the default scope, and others that fit a question.'),
    ...labelFields,
    previous_run_id: z
      .string()
      .nullish()
      .describe(
        'Run of this organization to follow up on: its subject, its notes and the sources that it cites are known to this run. 404 if it does not exist or has expired.',
      ),
    api_key: z
      .string()
      .nullish()
      .describe('Accepted for compatibility with gRPC and ignored. Send the key in a header.'),
  })
  .meta({ id: 'CreateAgentRunRequest' });

export function toAgentRunOptions(body: z.output<typeof CreateAgentRunRequest>): AgentRunOptions {
  return {
    query: body.query,
    outputSchema: body.output_schema,
    effort: body.effort,
    filters: {
      includeDomains: [...new Set(body.include_domains)],
      excludeDomains: [...new Set(body.exclude_domains)],
      from: body.from_date ?? null,
      to: body.to_date ?? null,
      scopes: [...new Set(body.scopes)],
      collections: [...new Set(body.collections)],
      metadata: Object.keys(body.metadata ?? {}).length > 0 ? (body.metadata ?? null) : null,
    },
    previousRunId: body.previous_run_id ?? undefined,
  };
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
