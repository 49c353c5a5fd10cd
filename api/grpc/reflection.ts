import { toBinary, type DescFile } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { ReflectionService } from '@grpc/reflection';
import { Health } from '../../gen/grpc/health/v1/health_pb.js';
import type { GrpcService } from './method.ts';

type Described = ConstructorParameters<typeof ReflectionService>[0];

/** Describes the services and the health service to tools like grpcurl, from the descriptors of the generated code. */
export function reflectionOf(services: readonly GrpcService[]): ReflectionService {
  const files = new Set<DescFile>();
  const add = (file: DescFile) => {
    if (files.has(file)) return;
    files.add(file);
    file.dependencies.forEach(add);
  };
  const described = [...services.map(({ desc }) => desc), Health];
  for (const { file } of described) add(file);
  const fileDescriptorProtos = [...files].map((file) => Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto)));
  return new ReflectionService(
    { quarry: { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos } } as unknown as Described,
    {
      services: described.map(({ typeName }) => typeName),
    },
  );
}
