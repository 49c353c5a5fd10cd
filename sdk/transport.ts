import { create, fromBinary, toBinary, type DescMethod, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type CallOptions as GrpcOptions, type StatusObject } from '@grpc/grpc-js';
import { errorOf, QuarryError } from './errors.ts';

/** How one call is made. */
export interface CallOptions {
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with DEADLINE_EXCEEDED, all its tries together. */
  timeoutMs?: number | undefined;
  /** Makes the call happen once over all tries of yours, for 24 hours; made up for each call otherwise. */
  idempotencyKey?: string | undefined;
}

export interface TransportOptions {
  apiKey: string;
  /** host:port */
  address: string;
  /** `true` for a certificate that the system trusts, or the PEM of its authority. Absent: plain HTTP/2. */
  tls?: boolean | Uint8Array | undefined;
}

export interface SentCall {
  signal: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  deadline: number;
  metadata: Record<string, string>;
}

// The service keeps its messages under 4 MiB.
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Carries messages; knows nothing of what they mean. */
export class Transport {
  readonly #client: Client;
  readonly #apiKey: string;

  constructor({ apiKey, address, tls }: TransportOptions) {
    const channel = tls ? credentials.createSsl(tls === true ? null : Buffer.from(tls)) : credentials.createInsecure();
    this.#client = new Client(address, channel, {
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.keepalive_time_ms': 60_000,
    });
    this.#apiKey = apiKey;
  }

  /** One call, made once. @throws QuarryError; the signal's reason */
  async unary<M extends DescMethod>(desc: M, request: MessageInitShape<M['input']>, { signal, deadline, metadata }: SentCall): Promise<MessageShape<M['output']>> {
    signal?.throwIfAborted();
    const { path, encode, decode } = wireOf(desc);
    return new Promise((resolve, reject) => {
      const cancel = () => call.cancel();
      const call = this.#client.makeUnaryRequest(path, encode, decode, this.#withKey(desc, request), metadataOf(metadata), optionsOf(deadline), (failure, answer) => {
        signal?.removeEventListener('abort', cancel);
        if (signal?.aborted) reject(signal.reason as Error);
        else if (failure) reject(errorOf(failure));
        else if (answer) resolve(answer);
        else reject(new QuarryError('INTERNAL', 'the service answered without a message'));
      });
      signal?.addEventListener('abort', cancel);
    });
  }

  /** Messages as they come, at the pace at which they are taken. Leaving the loop ends the call. @throws QuarryError; the signal's reason */
  async *stream<M extends DescMethod>(desc: M, request: MessageInitShape<M['input']>, { signal, deadline, metadata }: SentCall): AsyncGenerator<MessageShape<M['output']>> {
    signal?.throwIfAborted();
    const { path, encode, decode } = wireOf(desc);
    const call = this.#client.makeServerStreamRequest(path, encode, decode, this.#withKey(desc, request), metadataOf(metadata), optionsOf(deadline));
    const cancel = () => call.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      yield* call as AsyncIterable<MessageShape<M['output']>>;
    } catch (failure) {
      signal?.throwIfAborted();
      throw errorOf(failure as StatusObject);
    } finally {
      signal?.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  close(): void {
    this.#client.close();
  }

  #withKey<M extends DescMethod>({ input }: M, request: MessageInitShape<M['input']>): MessageShape<M['input']> {
    return create(input, { ...request, apiKey: this.#apiKey }) as MessageShape<M['input']>;
  }
}

function wireOf<M extends DescMethod>(desc: M) {
  return {
    path: `/${desc.parent.typeName}/${desc.name}`,
    encode: (message: MessageShape<M['input']>) => Buffer.from(toBinary(desc.input, message)),
    decode: (bytes: Buffer) => fromBinary(desc.output, bytes) as MessageShape<M['output']>,
  };
}

function metadataOf(given: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(given)) metadata.set(name, value);
  return metadata;
}

function optionsOf(deadline: number): GrpcOptions {
  return Number.isFinite(deadline) ? { deadline } : {};
}
