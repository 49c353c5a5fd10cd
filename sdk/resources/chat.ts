import {
  ChatService,
  type CreateChatCompletionRequestSchema,
  type CreateChatCompletionResponse,
  type StreamChatCompletionRequestSchema,
  type StreamChatCompletionResponse,
} from '../../gen/quarry/v1/chat_pb.js';
import type { RpcCaller, MessageFields } from '../caller.ts';
import { jsonText, type WithJson } from '../json.ts';
import type { CallOptions } from '../transport.ts';

const { method } = ChatService;
const TIMEOUT_MS = 120_000;

/** Chat completions, answered from search results. */
export class ChatResource {
  readonly #caller: RpcCaller;

  constructor(caller: RpcCaller) {
    this.#caller = caller;
  }

  /** Answers the last user message. */
  create(
    params: WithJson<MessageFields<typeof CreateChatCompletionRequestSchema>, 'responseFormat'>,
    options: CallOptions = {},
  ): Promise<CreateChatCompletionResponse> {
    return this.#caller.unary(
      method.createChatCompletion,
      { ...params, responseFormat: jsonText(params.responseFormat) },
      options,
      { safety: 'keyed', timeoutMs: TIMEOUT_MS },
    );
  }

  /** The same as a stream of chunks, as they are written and verified. */
  stream(
    params: WithJson<MessageFields<typeof StreamChatCompletionRequestSchema>, 'responseFormat'>,
    options: CallOptions = {},
  ): AsyncGenerator<StreamChatCompletionResponse> {
    return this.#caller.stream(
      method.streamChatCompletion,
      { ...params, responseFormat: jsonText(params.responseFormat) },
      options,
    );
  }
}
