import { z } from 'zod';
import { RequestId } from '../responses/request-id.ts';
import { collectAnswer, type Answer, type AnswerSource } from '../../../services/answer/answer.ts';
import { ANSWER_CREDITS } from '../../../services/billing/prices.ts';
import type { Meter } from '../../../services/billing/charge-call.ts';
import { chatChunks } from './chat-chunks.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { begunStream } from '../calls/event-stream.ts';
import { PublishedDate } from '../responses/published-date.ts';
import { AnswerRequestSchema } from '../requests/answer.ts';

const AnswerResponse = z
  .object({
    answer: z
      .string()
      .describe(
        'Markdown with inline citations in the form `text ([Source Name](url))`. With a JSON response_format: JSON in a string.',
      ),
    citations: z
      .array(
        z.object({
          url: z.string(),
          content: z.string().describe('Text of the document. Empty unless include_content is true.'),
          title: z.string().optional(),
          published_date: PublishedDate.optional(),
        }),
      )
      .describe('All sources that the answer could use, in rank order.'),
    request_id: RequestId,
  })
  .meta({ id: 'AnswerResponse' });

export function answerOperations(answer: Answer, meter: Meter): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/answer',
      operationId: 'answer',
      tag: 'Answer',
      summary: 'Answer a question from search results, with citations',
      description:
        'Every cited sentence is verified against the stored text of its source. Costs one credit, five with the model pro. With `stream`, the response is a stream of server-sent events in the form of chat completion chunks: citations first, then verified text, then `[DONE]`.',
      scope: 'answer',
      rateClass: 'answer',
      body: {
        schema: AnswerRequestSchema,
        maxBytes: MEBIBYTE,
        carriesKey: true,
        example: { query: 'How many days of paid leave does an employee have?' },
      },
      success: {
        status: 200,
        description: 'The answer and its sources. With `stream`: its chunks as server-sent events.',
        schema: AnswerResponse,
      },
      idempotent: true,
      streams: true,
      async handle({ caller: { orgId, keyId: callerId }, body, requestId, operationId, signal }) {
        await answer.check(body, signal);
        const chargedFor = { operation: 'answer', callerId, scope: body.scope ?? null };
        const events = meter.events(
          { orgId, operationId, upTo: ANSWER_CREDITS[body.tier], chargedFor },
          answer.events(orgId, body, signal),
        );
        const withSources = (sources: AnswerSource[]) => ({ citations: sources.map(asCitation) });
        if (body.stream)
          return begunStream(chatChunks(events, { requestId, model: body.tier, createdAt: new Date(), withSources }));
        const { answer: text, sources } = await collectAnswer(events);
        return { answer: text, ...withSources(sources), request_id: requestId };
      },
    }),
  ];
}

function asCitation({
  url,
  content,
  title,
  publishedDate,
}: AnswerSource): z.infer<typeof AnswerResponse>['citations'][number] {
  return { url, content, title, ...(publishedDate !== undefined && { published_date: publishedDate }) };
}
