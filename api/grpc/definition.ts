import type { DescMethod } from '@bufbuild/protobuf';
import type { MethodDefinition, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { GrpcService } from './method.ts';
import { serveStream, serveUnary, type StreamCall, type UnaryCall } from './serve.ts';
import type { GrpcServing } from './call-scope.ts';

/**
 * A service definition for the gRPC library. Messages stay bytes here, so that an invalid message is rejected like any
 * other invalid request.
 */
export function definitionOf({ methods }: GrpcService): ServiceDefinition {
  return Object.fromEntries(methods.map(({ desc }) => [desc.localName, methodDefinition(desc)]));
}

function methodDefinition(desc: DescMethod): MethodDefinition<Buffer, Buffer> {
  return {
    path: `/${desc.parent.typeName}/${desc.name}`,
    requestStream: false,
    responseStream: desc.methodKind === 'server_streaming',
    requestSerialize: (bytes) => bytes,
    requestDeserialize: (bytes) => bytes,
    responseSerialize: (bytes) => bytes,
    responseDeserialize: () => {
      throw new Error('a server reads no responses');
    },
  };
}

export function implementationOf({ methods }: GrpcService, serving: GrpcServing): UntypedServiceImplementation {
  // An error while reporting a failure is ours, and must not let a client's call end the process.
  const served = (answering: Promise<void>) =>
    void answering.catch((error: unknown) => serving.gate.log.error({ err: error }, 'a call could not be answered'));
  return Object.fromEntries(
    methods.map((method) => {
      const { localName, methodKind } = method.desc;
      if (methodKind === 'server_streaming')
        return [localName, (call: StreamCall) => served(serveStream(serving, method, call))];
      if ('open' in method) throw new Error(`${localName} answers once`);
      return [
        localName,
        (call: UnaryCall, answer: Parameters<typeof serveUnary>[3]) =>
          served(serveUnary(serving, method, call, answer)),
      ];
    }),
  );
}
