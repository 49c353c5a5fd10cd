import {
  create,
  fromBinary,
  toBinary,
  type DescMethod,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type CallOptions as GrpcOptions, type StatusObject } from '@grpc/grpc-js';
import { QuarryError } from '../errors.ts';
import type { SentCall, Transport } from '../transport.ts';
import { grpcFailure } from './grpc-failure.ts';

export interface GrpcTransportOptions {
  apiKey: string;
  /** host:port */
  address: string;
  /** `true` for a certificate that the system trusts, or the PEM of its authority. Absent: plain HTTP/2. */
  tls?: boolean | Uint8Array | undefined;
}

// The service limits its messages to 4 MiB.
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
// Receive window of a stream: with HTTP/2's default of 64 KiB, both ends mostly wait for each other.
const WINDOW_BYTES = 256 * 1024;

export class GrpcTransport implements Transport {
  readonly #client: Client;
  readonly #apiKey: string;
  #isClosed = false;

  constructor({ apiKey, address, tls }: GrpcTransportOptions) {
    const channel = tls ? credentials.createSsl(tls === true ? null : Buffer.from(tls)) : credentials.createInsecure();
    this.#client = new Client(address, channel, {
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.keepalive_time_ms': 60_000,
      'grpc-node.flow_control_window': WINDOW_BYTES,
    });
    this.#apiKey = apiKey;
  }

  async unary<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    { signal, deadline, metadata }: SentCall,
  ): Promise<MessageShape<M['output']>> {
    signal?.throwIfAborted();
    const { path, decode } = wireOf(desc);
    const bytes = this.#encoded(desc, request);
    const headers = metadataOf(metadata);
    return new Promise((resolve, reject) => {
      const cancel = () => call.cancel();
      const call = this.#client.makeUnaryRequest(
        path,
        asIs,
        decode,
        bytes,
        headers,
        optionsOf(deadline),
        (failure, answer) => {
          signal?.removeEventListener('abort', cancel);
          if (signal?.aborted) reject(signal.reason as Error);
          else if (failure) reject(grpcFailure(failure));
          else if (answer) resolve(answer);
          else reject(new QuarryError('INTERNAL', 'the service answered without a message'));
        },
      );
      signal?.addEventListener('abort', cancel);
    });
  }

  async *stream<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    { signal, deadline, metadata }: SentCall,
  ): AsyncGenerator<MessageShape<M['output']>> {
    signal?.throwIfAborted();
    const { path, decode } = wireOf(desc);
    const call = this.#client.makeServerStreamRequest(
      path,
      asIs,
      decode,
      this.#encoded(desc, request),
      metadataOf(metadata),
      optionsOf(deadline),
    );
    const cancel = () => call.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      yield* call as AsyncIterable<MessageShape<M['output']>>;
    } catch (failure) {
      signal?.throwIfAborted();
      // An error that the consumer throws into the stream is passed on unchanged.
      throw isStatus(failure) ? grpcFailure(failure) : failure;
    } finally {
      signal?.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#client.close();
  }

  /**
   * Runs before the call, so that an invalid argument is reported as such. @throws QuarryError INVALID_REQUEST;
   * UNAVAILABLE once closed
   */
  #encoded<M extends DescMethod>({ input }: M, request: MessageInitShape<M['input']>): Buffer {
    if (this.#isClosed) throw new QuarryError('UNAVAILABLE', 'the client is closed', { shouldRetry: false });
    try {
      return Buffer.from(toBinary(input, create(input, { ...request, apiKey: this.#apiKey })));
    } catch (cause) {
      throw new QuarryError('INVALID_REQUEST', (cause as Error).message, { cause });
    }
  }
}

const asIs = (bytes: Buffer) => bytes;

function isStatus(failure: unknown): failure is StatusObject {
  return failure instanceof Error && 'metadata' in failure && failure.metadata instanceof Metadata;
}

function wireOf<M extends DescMethod>(desc: M) {
  return {
    path: `/${desc.parent.typeName}/${desc.name}`,
    decode: (bytes: Buffer) => fromBinary(desc.output, bytes) as MessageShape<M['output']>,
  };
}

function metadataOf(given: Record<string, string>): Metadata {
  const metadata = new Metadata();
  try {
    for (const [name, value] of Object.entries(given)) metadata.set(name, value);
  } catch (cause) {
    throw new QuarryError('INVALID_REQUEST', (cause as Error).message, { cause });
  }
  return metadata;
}

// The service's timers cannot represent later deadlines.
const LATEST_DEADLINE_MS = 2 ** 31 - 1;

function optionsOf(deadline: number): GrpcOptions {
  return deadline - Date.now() < LATEST_DEADLINE_MS ? { deadline } : {};
}
