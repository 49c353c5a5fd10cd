import { z } from 'zod';
import type { Answer } from '../../../services/answer/answer.ts';
import { AnswerRequestSchema } from '../../../services/answer/request.ts';
import { ANSWER_CREDITS } from '../../../services/billing/prices.ts';
import type { Meter } from '../../../services/billing/meter.ts';
import { endpoint, MEBIBYTE, type Endpoint } from '../endpoint.ts';

const AnswerResponse = z
  .object({
    answer: z.string().describe('Markdown with inline citations, `text ([Source Name](url))`; a JSON string with a structured response_format.'),
    citations: z
      .array(
        z.object({
          url: z.string(),
          content: z.string().describe('Empty unless include_content is true.'),
          title: z.string().optional(),
          published_date: z.string().optional(),
        }),
      )
      .describe('Every source that the answer was given, in rank order.'),
    request_id: z.string(),
  })
  .meta({ id: 'AnswerResponse' });

export function answerEndpoints(answer: Answer, meter: Meter): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/v1/answer',
      operationId: 'answer',
      tag: 'Answer',
      summary: 'Answer a question from search results, with citations',
      description: 'Every cited sentence is checked against the stored text of its source. Costs one credit, five with model pro.',
      scope: 'answer',
      rateClass: 'answer',
      body: { schema: AnswerRequestSchema, maxBytes: MEBIBYTE, carriesKey: true },
      success: { status: 200, description: 'The answer and its sources.', schema: AnswerResponse },
      idempotent: true,
      async handle({ caller: { orgId }, body, requestId, operationId, signal }) {
        const credits = ANSWER_CREDITS[body.tier];
        const result = await meter.run({ orgId, operationId, upTo: credits }, async () => ({
          result: await answer.answer(orgId, body, signal),
          credits,
        }));
        return { ...result, request_id: requestId };
      },
    }),
  ];
}
