import {
  create,
  fromBinary,
  toBinary,
  type DescMethod,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import {
  Client,
  credentials,
  Metadata,
  status,
  type CallOptions,
  type ChannelCredentials,
  type ServiceError,
} from '@grpc/grpc-js';
import { ErrorInfoSchema, type ErrorInfo } from '../../gen/google/rpc/error_details_pb.js';
import { StatusSchema } from '../../gen/google/rpc/status_pb.js';

/** The outcome of a call over gRPC. */
interface GrpcAnswer<M extends DescMethod> {
  code: status;
  /** Absent if the call failed. */
  message?: MessageShape<M['output']>;
  details: string;
  info?: ErrorInfo;
  requestId: string | undefined;
  trailers: Metadata;
}

interface GrpcCall extends CallOptions {
  metadata?: Record<string, string>;
}

/** Calls through the gRPC library, as clients of any language make them. */
export interface GrpcClient {
  unary<M extends DescMethod>(desc: M, request: MessageInitShape<M['input']>, call?: GrpcCall): Promise<GrpcAnswer<M>>;
  stream<M extends DescMethod>(desc: M, request: MessageInitShape<M['input']>, call?: GrpcCall): GrpcStream<M>;
  close(): void;
}

interface GrpcStream<M extends DescMethod> extends AsyncIterable<MessageShape<M['output']>> {
  cancel(): void;
  /** Resolves when the stream has ended, also after a failure. */
  ended: Promise<Omit<GrpcAnswer<M>, 'message'>>;
}

const MAX_BYTES = 64 * 1024 * 1024;

export function openGrpc(address: string, channel: ChannelCredentials = credentials.createInsecure()): GrpcClient {
  // Above the service's limit, so that the tests see the limit of the service.
  const client = new Client(address, channel, { 'grpc.max_send_message_length': MAX_BYTES });
  const path = (desc: DescMethod) => `/${desc.parent.typeName}/${desc.name}`;
  const encode = (desc: DescMethod) => (message: MessageShape<DescMethod['input']>) =>
    Buffer.from(toBinary(desc.input, message));
  const decode =
    <M extends DescMethod>(desc: M) =>
    (bytes: Buffer) =>
      fromBinary(desc.output, bytes) as MessageShape<M['output']>;
  return {
    unary: (desc, request, { metadata = {}, ...options } = {}) =>
      new Promise((resolve) => {
        let trailers = new Metadata();
        let failure: ServiceError | null = null;
        let message: MessageShape<(typeof desc)['output']> | undefined;
        const call = client.makeUnaryRequest(
          path(desc),
          encode(desc),
          decode(desc),
          create(desc.input, request),
          metadataOf(metadata),
          options,
          (error, answered) => {
            failure = error;
            message = answered;
          },
        );
        call.on('status', (ended) => {
          trailers = ended.metadata;
          // The callback comes in the same turn, before or after.
          setImmediate(() =>
            resolve({
              ...answerOf(failure ?? { code: status.OK, details: '' }, trailers),
              ...(message && { message }),
            }),
          );
        });
      }),
    stream: (desc, request, { metadata = {}, ...options } = {}) => {
      const call = client.makeServerStreamRequest(
        path(desc),
        encode(desc),
        decode(desc),
        create(desc.input, request),
        metadataOf(metadata),
        options,
      );
      const ended = new Promise<Omit<GrpcAnswer<typeof desc>, 'message'>>((resolve) =>
        call.on('status', (status) => resolve(answerOf(status, status.metadata))),
      );
      call.on('error', () => undefined);
      return { cancel: () => call.cancel(), ended, [Symbol.asyncIterator]: () => messagesOf(call) };
    },
    close: () => client.close(),
  };
}

/** All messages of a stream. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

/** Ends without an error if the stream fails: `ended` has the reason. */
async function* messagesOf<T>(call: AsyncIterable<unknown>): AsyncGenerator<T> {
  try {
    for await (const message of call) yield message as T;
  } catch {
    // `ended` has the error.
  }
}

function answerOf({ code, details }: { code: status; details: string }, trailers: Metadata) {
  const requestId = trailers.get('x-request-id').map(String)[0];
  const [bytes] = trailers.get('grpc-status-details-bin');
  const packed =
    bytes instanceof Buffer
      ? fromBinary(StatusSchema, bytes).details.find(({ typeUrl }) => typeUrl.endsWith('/google.rpc.ErrorInfo'))
      : undefined;
  return { code, details, requestId, trailers, ...(packed && { info: fromBinary(ErrorInfoSchema, packed.value) }) };
}

function metadataOf(given: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(given)) metadata.set(name, value);
  return metadata;
}
