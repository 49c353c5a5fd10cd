import { z } from 'zod';
import { RequestId } from '../responses/request-id.ts';
import { annotate } from '../../../services/answer/annotations.ts';
import { collectAnswer, type Answer, type AnswerSource } from '../../../services/answer/answer.ts';
import { CHAT_CREDITS } from '../../../services/billing/prices.ts';
import type { Meter } from '../../../services/billing/charge-call.ts';
import type { ModelUsage } from '../../../services/model/port.ts';
import { countTokens } from '../../../services/search/snippets/budgets.ts';
import { chatChunks, completionId } from './chat-chunks.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { begunStream } from '../calls/event-stream.ts';
import { PublishedDate } from '../responses/published-date.ts';
import { ChatRequestSchema, type ChatCall } from '../requests/chat.ts';

const Annotation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string(), title: z.string(), start_index: z.int(), end_index: z.int() }),
});

const ChatCompletion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int().describe('Time of creation, in seconds since 1970-01-01 UTC.'),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(Annotation),
        }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    ),
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
    citations: z.array(z.object({ url: z.string(), content: z.string().optional() })),
    search_results: z.array(
      z.object({ title: z.string(), url: z.string(), date: PublishedDate.nullable(), snippet: z.string() }),
    ),
    request_id: RequestId,
  })
  .meta({ id: 'ChatCompletion' });

const ModelList = z
  .object({
    object: z.literal('list'),
    data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
  })
  .meta({ id: 'ModelList' });

export function chatOperations(answer: Answer, meter: Meter): Operation[] {
  return [completions(answer, meter), models];
}

const completions = (answer: Answer, meter: Meter) =>
  operation({
    method: 'POST',
    path: '/v1/chat/completions',
    operationId: 'createChatCompletion',
    tag: 'Chat',
    summary: 'Answer the last user message of a chat from search results, with citations',
    description:
      'Compatible with SDKs of the chat completions API: set the base URL to `/v1` of this service and the API key to a key of this service. Costs one credit with every model.',
    scope: 'chat',
    rateClass: 'answer',
    errorStyle: 'chat',
    body: {
      schema: ChatRequestSchema,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { model: 'base', scope: 'web', messages: [{ role: 'user', content: 'What may a hotel cost?' }] },
    },
    success: {
      status: 200,
      description: 'The completion. With `stream`: its chunks as server-sent events.',
      schema: ChatCompletion,
    },
    idempotent: true,
    streams: true,
    async handle({ caller: { orgId, keyId: callerId }, body, requestId, operationId, signal }) {
      await answer.check(body, signal);
      const chargedFor = { operation: 'createChatCompletion', callerId, scope: body.scope ?? null };
      const charge = { orgId, operationId, upTo: CHAT_CREDITS, chargedFor };
      const events = meter.events(charge, answer.events(orgId, body, signal));
      const createdAt = new Date();
      if (body.stream) return begunStream(chunks(events, { body, requestId, createdAt }));
      const { answer: text, sources, usage: taken } = await collectAnswer(events);
      const message = { role: 'assistant', content: text, refusal: null, annotations: annotations(text, sources) };
      return {
        id: completionId(requestId),
        object: 'chat.completion',
        created: Math.floor(createdAt.getTime() / 1_000),
        model: body.model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
        usage: usage(body, text, taken),
        ...sourceMembers(sources, body),
        request_id: requestId,
      };
    },
  });

const models = operation({
  method: 'GET',
  path: '/v1/models',
  operationId: 'listModels',
  tag: 'Chat',
  summary: 'List the tiers as models',
  errorStyle: 'chat',
  success: { status: 200, description: 'The models.', schema: ModelList },
  handle: async () => ({
    object: 'list',
    data: ['base', 'pro'].map((id) => ({ id, object: 'model', created: 0, owned_by: 'quarry' })),
  }),
});

interface Streamed {
  body: ChatCall;
  requestId: string;
  createdAt: Date;
}

function chunks(
  events: Parameters<typeof chatChunks>[0],
  { body, requestId, createdAt }: Streamed,
): AsyncGenerator<object> {
  return chatChunks(events, {
    requestId,
    model: body.model,
    createdAt,
    withSources: (sources) => sourceMembers(sources, body),
    lastDelta: (text, sources) => ({ annotations: annotations(text, sources) }),
    ...(body.includeUsage && { usage: (text: string, taken: ModelUsage | undefined) => usage(body, text, taken) }),
  });
}

function annotations(text: string, sources: readonly AnswerSource[]): Array<z.infer<typeof Annotation>> {
  return annotate(text, sources).map(({ url, title, startIndex, endIndex }) => ({
    type: 'url_citation',
    url_citation: { url, title, start_index: startIndex, end_index: endIndex },
  }));
}

function sourceMembers(
  sources: readonly AnswerSource[],
  { includeContent }: ChatCall,
): Pick<z.infer<typeof ChatCompletion>, 'citations' | 'search_results'> {
  return {
    citations: sources.map(({ url, content }) => ({ url, ...(includeContent && { content }) })),
    search_results: sources.map(({ title, url, publishedDate, snippet }) => ({
      title,
      url,
      date: publishedDate ?? null,
      snippet,
    })),
  };
}

/** Usage as the model reports it; without a model, counted from the caller's messages and the answer. */
function usage(
  { promptText }: ChatCall,
  text: string,
  taken: ModelUsage | undefined,
): z.infer<typeof ChatCompletion>['usage'] {
  const { promptTokens: prompt, completionTokens: completion } = taken ?? {
    promptTokens: countTokens(promptText),
    completionTokens: countTokens(text),
  };
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
