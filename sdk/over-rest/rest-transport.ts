import { create, type DescMethod, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { AnswerService } from '../../gen/quarry/v1/answer_pb.js';
import { MonitorService, type StreamRecordsRequestSchema } from '../../gen/quarry/v1/monitor_pb.js';
import { answerEvent } from '../contract/answer-event.ts';
import { RestForm } from '../contract/rest-form.ts';
import type { Wire } from '../contract/shapes.ts';
import { QuarryError } from '../errors.ts';
import type { SentCall, Transport } from '../transport.ts';
import { baseOf } from './base-url.ts';
import { eventData } from './event-data.ts';
import { ExchangeEnd } from './exchange-end.ts';
import { followedRecords } from './followed-records.ts';
import { failureOfEvent, restFailure } from './rest-failure.ts';
import { restRequest, routeOf, type RestRequest } from './rest-request.ts';

export interface RestTransportOptions {
  apiKey: string;
  /** Address of the service: `https://quarry.example.com`, or with the path under which a proxy serves it. */
  baseUrl: string;
  /** Sends the requests. Absent: the `fetch` of the platform. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

type StreamRecords = MessageInitShape<typeof StreamRecordsRequestSchema>;

const END_OF_STREAM = '[DONE]';
// The contract has no number below zero, and `UNSPECIFIED` has a meaning of its own.
const UNNAMED = -1;

const invalid = (param: string, problem: string, cause?: unknown) =>
  new QuarryError('INVALID_REQUEST', `${param}: ${problem}`, { param, cause });

const form = new RestForm({
  invalid,
  parseJson: (text, param) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw invalid(param, 'is not valid JSON.', cause);
    }
  },
  toBase64: (bytes) => base64Encode(bytes),
  fromBase64: base64Decode,
  unnamed: () => UNNAMED,
});

export class RestTransport implements Transport {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #fetch: NonNullable<RestTransportOptions['fetch']>;
  #isClosed = false;

  /** @throws TypeError for a base URL to which no path can be added */
  constructor({ apiKey, baseUrl, fetch = (url, init) => globalThis.fetch(url, init) }: RestTransportOptions) {
    this.#baseUrl = baseOf(baseUrl);
    this.#apiKey = apiKey;
    this.#fetch = fetch;
  }

  async unary<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    call: SentCall,
  ): Promise<MessageShape<M['output']>> {
    const end = new ExchangeEnd(call);
    try {
      const response = await this.#send(desc, request, { call, signal: end.signal });
      const text = await response.text();
      if (!response.ok) throw restFailure(response, text);
      return messageOf(desc, () => JSON.parse(text) as Wire);
    } catch (error) {
      throw end.failureOf(error);
    } finally {
      end.close();
    }
  }

  async *stream<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    call: SentCall,
  ): AsyncGenerator<MessageShape<M['output']>> {
    if ((desc as DescMethod) === MonitorService.method.streamRecords)
      return yield* followedRecords(this, request as StreamRecords, call) as AsyncGenerator<MessageShape<M['output']>>;
    const end = new ExchangeEnd(call);
    try {
      const { body } = await end.next(this.#begun(desc, request, { call, signal: end.signal }));
      for await (const data of eventData(body, end)) {
        if (data === END_OF_STREAM) return;
        yield eventOf(desc, data);
      }
    } finally {
      end.close();
    }
    throw new QuarryError('UNAVAILABLE', 'the stream broke off before its end');
  }

  /** A stream that the service has begun. @throws QuarryError */
  async #begun<M extends DescMethod>(desc: M, request: MessageInitShape<M['input']>, sending: Sending) {
    const response = await this.#send(desc, request, sending);
    const { body } = response;
    if (!response.ok || !body) throw restFailure(response, await response.text());
    return { body };
  }

  /** @throws QuarryError for what cannot be sent; the error of `fetch` */
  #send<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    { call, signal }: Sending,
  ): Promise<Response> {
    if (this.#isClosed) throw new QuarryError('UNAVAILABLE', 'the client is closed', { shouldRetry: false });
    const { method, path, body } = requestOf(desc, request);
    const headers = headersOf({
      authorization: `Bearer ${this.#apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...call.metadata,
    });
    // A redirection that is followed turns a POST into a GET, and may lead the request to another host.
    const redirect = 'manual';
    return this.#fetch(this.#baseUrl + path, {
      method,
      headers,
      signal,
      redirect,
      ...(body !== undefined && { body }),
    });
  }

  close(): void {
    this.#isClosed = true;
  }
}

interface Sending {
  call: SentCall;
  signal: AbortSignal;
}

/** @throws QuarryError INVALID_REQUEST for fields that are not of their types */
function requestOf<M extends DescMethod>(desc: M, request: MessageInitShape<M['input']>): RestRequest {
  const route = routeOf(desc);
  try {
    return restRequest(route, form, desc, create(desc.input, request));
  } catch (cause) {
    if (cause instanceof QuarryError) throw cause;
    throw new QuarryError('INVALID_REQUEST', (cause as Error).message, { cause });
  }
}

function headersOf(given: Record<string, string>): Headers {
  try {
    return new Headers(given);
  } catch {
    // The platform's own error shows the value, which may be the key.
    throw new QuarryError('INVALID_REQUEST', 'the key or the idempotency key has characters that a header cannot have');
  }
}

/** The contract's event for one of REST's. @throws QuarryError, also the one that the event tells */
function eventOf<M extends DescMethod>(desc: M, data: string): MessageShape<M['output']> {
  return messageOf(desc, () => {
    const event = JSON.parse(data) as Wire;
    const failure = failureOfEvent(event);
    if (failure) throw failure;
    return (desc as DescMethod) === AnswerService.method.answerStream ? answerEvent(event) : event;
  });
}

function messageOf<M extends DescMethod>(desc: M, read: () => Wire): MessageShape<M['output']> {
  const { bodyIn } = routeOf(desc);
  try {
    const body = read();
    const fields = form.fromRest(desc.output, bodyIn ? { [bodyIn]: body } : body);
    return create(desc.output, fields as MessageInitShape<M['output']>) as MessageShape<M['output']>;
  } catch (cause) {
    if (cause instanceof QuarryError) throw cause;
    throw new QuarryError('INTERNAL', `the response is not a ${desc.output.name}`, { cause });
  }
}
