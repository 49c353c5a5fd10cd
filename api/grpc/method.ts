import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import type { Wire } from './shapes.ts';
import type { Call, Operation } from '../operations/calls/operation.ts';

/** How one method of a service is served by an operation. */
export interface Method {
  desc: DescMethod;
  operation: Operation;
  /** Members of the request that the method itself stands for. */
  with?: Wire | undefined;
  /** The operation's body as the method's response has it. Absent: as it is. */
  respond?: ((body: Wire) => Wire) | undefined;
  /** One event of the operation's stream as a response. Absent: as it is. */
  respondEvent?: ((event: Wire) => Wire) | undefined;
}

/** A method without an operation of REST: it answers in encoded messages, a few at a time. */
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

/** Finds operations by their ids. @throws Error for an id that there is not: a mistake of ours */
export type FindOperation = (operationId: string) => Operation;

export function findIn(operations: readonly Operation[]): FindOperation {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return (operationId) => {
    const found = byId.get(operationId);
    if (!found) throw new Error(`there is no operation ${operationId}`);
    return found;
  };
}
