import { toBinary, type DescFile } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { ReflectionService } from '@grpc/reflection';
import type { Service } from './method.ts';

type Described = ConstructorParameters<typeof ReflectionService>[0];

/** Tells tools like grpcurl what the services look like, from the descriptors of the generated code. */
export function reflectionOf(services: readonly Service[]): ReflectionService {
  const files = new Set<DescFile>();
  const add = (file: DescFile) => {
    if (files.has(file)) return;
    files.add(file);
    file.dependencies.forEach(add);
  };
  for (const { desc } of services) add(desc.file);
  const fileDescriptorProtos = [...files].map((file) => Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto)));
  return new ReflectionService({ quarry: { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos } } as unknown as Described, {
    services: services.map(({ desc }) => desc.typeName),
  });
}
