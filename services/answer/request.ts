import { z } from 'zod';
import { Query, ScopeName, Tier } from '../search/snippets/request.ts';
import type { Scope } from '../query/scopes.ts';
import { ResponseFormatBody, type ResponseFormat } from '../structured/schema/response-format.ts';

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

export interface AnswerRequest {
  query: string;
  scope: Scope | undefined;
  tier: 'base' | 'pro';
  /** How to present the answer; undefined where nothing was asked. Without a model it has nobody to follow it. */
  instruction: string | undefined;
  responseFormat: ResponseFormat;
  includeContent: boolean;
  stream: boolean;
}

/** The body as the service answers it, its defaults filled in. */
export const AnswerRequestSchema = AnswerRequestBody.transform((body): AnswerRequest => ({
  query: body.query,
  scope: body.scope,
  tier: body.model ?? 'base',
  instruction: body.system_prompt?.trim() || undefined,
  responseFormat: body.response_format,
  includeContent: body.include_content ?? false,
  stream: body.stream ?? false,
}));
