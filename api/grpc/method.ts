import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import type { Wire } from '../../sdk/contract/shapes.ts';
import type { Call, Operation } from '../operations/calls/operation.ts';

/** How one method of a service maps to an operation. */
export interface Method {
  desc: DescMethod;
  operation: Operation;
  /** Fields of the request that the method itself implies. */
  with?: Wire | undefined;
  /** A field of the request without which the operation does something else. */
  needs?: string | undefined;
  /** The field of the method's response that is the operation's whole body. Absent: the fields are those of the body. */
  bodyIn?: string | undefined;
  /** Fits the operation's body into a message. Absent: it always fits. */
  respond?: ((body: Wire) => Wire) | undefined;
  /** Converts one event of the operation's stream into a response. Absent: unchanged. */
  respondEvent?: ((event: Wire) => Wire) | undefined;
}

/** A method without an operation of REST: it returns encoded messages in small batches. */
export interface StreamMethod {
  desc: DescMethod;
  admission: Pick<Operation, 'operationId' | 'scope' | 'rateClass'>;
  open(request: Message, call: OpenedCall): AsyncIterable<readonly Buffer[]>;
}

type OpenedCall = Pick<Call<undefined, undefined>, 'caller' | 'signal' | 'permit'>;

export interface GrpcService {
  desc: DescService;
  methods: ReadonlyArray<Method | StreamMethod>;
}
