import { z } from 'zod';
import { labelFilterOf } from '../../../services/query/labels.ts';
import { MAX_QUERY_BYTES } from '../../../services/search/snippets/search-request.ts';
import { MAX_INSTRUCTION_BYTES, type AnswerCall } from './answer.ts';
import { labelFields } from './labels.ts';
import { ScopeName } from './query.ts';
import { ResponseFormatBody } from './response-format.ts';

const DEFAULT_SCOPE = 'news';

const Part = z.looseObject({
  type: z.string().describe('text. Parts of other types have no effect.'),
  text: z.string().nullish().describe('Text of the part.'),
});
const Content = z.union([z.string(), z.array(Part)], 'must be a string or a list of parts');
const Message = z.looseObject({
  role: z
    .enum(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
    .describe('Role of the author. Messages of assistant, tool and function have no effect.'),
  content: Content.nullish().describe('Text, or a list of parts.'),
});

type Message = z.output<typeof Message>;

const isEmpty = (list: unknown[] | null | undefined) => !list || list.length === 0;

/**
 * Body of POST /v1/chat/completions. Fields of other services' APIs are accepted and have no effect.
 *
 * @see docs/rules.md#chat-completions
 */
const ChatRequestBody = z
  .looseObject({
    model: z
      .string()
      .describe('Any name. A name that ends in `pro` selects the tier pro, any other name the tier base.'),
    messages: z
      .array(Message)
      .min(1, 'is empty')
      .describe(
        'Messages of the chat. The last user message is the question. System and developer messages, 8 KiB together, control the presentation of the answer.',
      ),
    stream: z.boolean().nullish().describe('Whether the response is a stream of chunks. Default false.'),
    stream_options: z
      .looseObject({
        include_usage: z
          .boolean()
          .nullish()
          .describe('Whether a last chunk without choices carries the usage. Default false.'),
      })
      .nullish()
      .describe('Options of a stream.'),
    response_format: ResponseFormatBody.describe('Form of the answer, as in AnswerRequest. Default: Markdown.'),
    scope: ScopeName.describe('Scope of the search, as in SearchRequest. Default news.'),
    ...labelFields,
    include_content: z
      .boolean()
      .nullish()
      .describe('Whether citations carry the text of their documents. Default false.'),
    n: z.literal(1, 'must be 1').nullish().describe('Number of completions: 1.'),
    tools: z
      .array(z.unknown())
      .nullish()
      .refine(isEmpty, 'tools are not offered')
      .describe('Must be absent or empty: tools are not supported.'),
    functions: z
      .array(z.unknown())
      .nullish()
      .refine(isEmpty, 'functions are not offered')
      .describe('Must be absent or empty: functions are not supported.'),
  })
  .meta({ id: 'ChatCompletionRequest' });

/** A chat as the question in its last user message, with the fields that the response repeats. */
export interface ChatCall extends AnswerCall {
  /** As the caller named it; echoed. */
  model: string;
  includeUsage: boolean;
  /** Tokens of all messages. */
  promptText: string;
}

/** The body as a question. */
export const ChatRequestSchema = ChatRequestBody.transform((body, context): ChatCall => {
  const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const query = textOf(body.messages.findLast(({ role }) => role === 'user'));
  const instruction = body.messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textOf)
    .join('\n\n')
    .trim();
  if (query.trim() === '') complain('messages', 'holds no user message with text');
  if (Buffer.byteLength(query) > MAX_QUERY_BYTES)
    complain('messages', `the last user message is longer than ${MAX_QUERY_BYTES} bytes`);
  if (Buffer.byteLength(instruction) > MAX_INSTRUCTION_BYTES)
    complain('messages', `system messages are longer than ${MAX_INSTRUCTION_BYTES} bytes together`);
  return {
    query,
    instruction: instruction || undefined,
    model: body.model,
    // A model name selects a tier of ours only by its suffix: `quarry-pro`.
    tier: /pro$/i.test(body.model.trim()) ? 'pro' : 'base',
    scope: body.scope ?? DEFAULT_SCOPE,
    labels: labelFilterOf(body),
    responseFormat: body.response_format,
    includeContent: body.include_content ?? false,
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    promptText: body.messages.map(textOf).join('\n'),
  };
});

function textOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n');
}
