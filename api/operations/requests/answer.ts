import { z } from 'zod';
import { labelFilterOf } from '../../../services/query/labels.ts';
import type { AnswerRequest } from '../../../services/answer/answer-request.ts';
import { labelFields } from './labels.ts';
import { BodyKey, Query, ScopeName, Tier } from './query.ts';
import { ResponseFormatBody } from './response-format.ts';

export const MAX_INSTRUCTION_BYTES = 8 * 1024;

/** Body of POST /v1/answer. @see docs/rules.md#answers */
const AnswerRequestBody = z
  .strictObject({
    query: Query,
    scope: ScopeName,
    model: Tier.nullish().describe(
      '`base`, or `pro`, which searches more than once and reads more pages. Default base.',
    ),
    system_prompt: z
      .string()
      .refine(
        (text) => Buffer.byteLength(text) <= MAX_INSTRUCTION_BYTES,
        `is longer than ${MAX_INSTRUCTION_BYTES} bytes`,
      )
      .meta({ maxLength: MAX_INSTRUCTION_BYTES })
      .nullish()
      .describe(
        `How to present the answer, at most ${MAX_INSTRUCTION_BYTES} bytes of UTF-8. It does not override the rules of citation and has no effect without a model.`,
      ),
    response_format: ResponseFormatBody.describe(
      'Form of the answer: Markdown, JSON, or JSON of a schema, in the style of chat completions. Default: Markdown.',
    ),
    ...labelFields,
    include_content: z
      .boolean()
      .nullish()
      .describe('Whether citations carry the text of their documents. Default false.'),
    stream: z.boolean().nullish().describe('Whether the response is a stream of server-sent events. Default false.'),
    api_key: BodyKey,
  })
  .meta({ id: 'AnswerRequest' });

/** An answer's request, and the form of its response. */
export interface AnswerCall extends AnswerRequest {
  stream: boolean;
}

/** The body with its defaults. */
export const AnswerRequestSchema = AnswerRequestBody.transform((body): AnswerCall => ({
  query: body.query,
  scope: body.scope,
  tier: body.model ?? 'base',
  labels: labelFilterOf(body),
  instruction: body.system_prompt?.trim() || undefined,
  responseFormat: body.response_format,
  includeContent: body.include_content ?? false,
  stream: body.stream ?? false,
}));
