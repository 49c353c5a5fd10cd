import { z } from 'zod';
import type { AnswerRequest } from '../../../services/answer/answer-request.ts';
import { Query, ScopeName, Tier } from './query.ts';
import { ResponseFormatBody } from './response-format.ts';

export const MAX_INSTRUCTION_BYTES = 8 * 1024;

/** Body of POST /v1/answer. @see docs/rules.md#answers */
const AnswerRequestBody = z
  .strictObject({
    query: Query,
    scope: ScopeName,
    model: Tier.nullish(),
    system_prompt: z
      .string()
      .refine(
        (text) => Buffer.byteLength(text) <= MAX_INSTRUCTION_BYTES,
        `is longer than ${MAX_INSTRUCTION_BYTES} bytes`,
      )
      .meta({ maxLength: MAX_INSTRUCTION_BYTES })
      .nullish(),
    response_format: ResponseFormatBody,
    include_content: z.boolean().nullish(),
    stream: z.boolean().nullish(),
    api_key: z.string().nullish(),
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
  instruction: body.system_prompt?.trim() || undefined,
  responseFormat: body.response_format,
  includeContent: body.include_content ?? false,
  stream: body.stream ?? false,
}));
