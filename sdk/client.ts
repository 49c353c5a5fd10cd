import {
  AnswerService,
  type AnswerRequestSchema,
  type AnswerResponse,
  type AnswerStreamRequestSchema,
  type AnswerStreamResponse,
} from '../gen/quarry/v1/answer_pb.js';
import { FetchService, type FetchRequestSchema, type FetchResponse } from '../gen/quarry/v1/fetch_pb.js';
import { SearchService, type SearchRequestSchema, type SearchResponse } from '../gen/quarry/v1/search_pb.js';
import { RpcCaller, type MessageFields } from './caller.ts';
import { jsonText, type WithJson } from './json.ts';
import { AgentResource } from './resources/agent.ts';
import { ChatResource } from './resources/chat.ts';
import { CrawlsResource } from './resources/crawls.ts';
import { DocumentsResource } from './resources/documents.ts';
import { MonitorsResource } from './resources/monitors.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Options of a client, whatever its transport. */
export interface ClientOptions {
  /** Maximum number of retries of a call that may safely be repeated. Default 2. */
  maxRetries?: number | undefined;
  /**
   * Time limit in milliseconds of each call without one of its own, except streams, which have none. Default: the
   * method's own limit, 30 s to 310 s.
   */
  timeoutMs?: number | undefined;
}

const ANSWER_TIMEOUT_MS = 120_000;
const FETCH_TIMEOUT_MS = 310_000;

/** A client of one installation. Each method makes one call and returns its whole response. */
export abstract class QuarryClient {
  readonly agent: AgentResource;
  readonly chat: ChatResource;
  readonly crawls: CrawlsResource;
  readonly documents: DocumentsResource;
  readonly monitors: MonitorsResource;
  readonly #transport: Transport;
  readonly #caller: RpcCaller;

  constructor(transport: Transport, { maxRetries = 2, timeoutMs }: ClientOptions) {
    this.#transport = transport;
    this.#caller = new RpcCaller(this.#transport, { maxRetries, timeoutMs });
    this.agent = new AgentResource(this.#caller);
    this.chat = new ChatResource(this.#caller);
    this.crawls = new CrawlsResource(this.#caller);
    this.documents = new DocumentsResource(this.#caller);
    this.monitors = new MonitorsResource(this.#caller);
  }

  /** Documents for a question, best first. */
  search(params: MessageFields<typeof SearchRequestSchema>, options: CallOptions = {}): Promise<SearchResponse> {
    return this.#caller.unary(SearchService.method.search, params, options, { safety: 'keyed', timeoutMs: 60_000 });
  }

  /** An answer with its sources. */
  answer(
    params: WithJson<MessageFields<typeof AnswerRequestSchema>, 'responseFormat'>,
    options: CallOptions = {},
  ): Promise<AnswerResponse> {
    return this.#caller.unary(
      AnswerService.method.answer,
      { ...params, responseFormat: jsonText(params.responseFormat) },
      options,
      { safety: 'keyed', timeoutMs: ANSWER_TIMEOUT_MS },
    );
  }

  /** The same as a stream, as the answer is written and verified: citations, then text, then the finish reason. */
  answerStream(
    params: WithJson<MessageFields<typeof AnswerStreamRequestSchema>, 'responseFormat'>,
    options: CallOptions = {},
  ): AsyncGenerator<AnswerStreamResponse> {
    return this.#caller.stream(
      AnswerService.method.answerStream,
      { ...params, responseFormat: jsonText(params.responseFormat) },
      options,
    );
  }

  /** Pages as Markdown; a page that cannot be read is a result with its error. */
  fetch(params: MessageFields<typeof FetchRequestSchema>, options: CallOptions = {}): Promise<FetchResponse> {
    return this.#caller.unary(FetchService.method.fetch, params, options, {
      safety: 'keyed',
      timeoutMs: FETCH_TIMEOUT_MS,
    });
  }

  /** Closes the connection; calls in progress finish, and later ones fail. */
  close(): void {
    this.#transport.close();
  }
}
