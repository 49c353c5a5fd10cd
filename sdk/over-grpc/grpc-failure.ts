import { fromBinary } from '@bufbuild/protobuf';
import { status, type Metadata, type StatusObject } from '@grpc/grpc-js';
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { StatusSchema } from '../../gen/google/rpc/status_pb.js';
import { QuarryError, type ErrorCode } from '../errors.ts';

// A failure of the connection itself carries no code of the service.
const BY_STATUS: Partial<Record<status, ErrorCode>> = {
  [status.CANCELLED]: 'CANCELLED',
  [status.INVALID_ARGUMENT]: 'INVALID_REQUEST',
  [status.OUT_OF_RANGE]: 'INVALID_REQUEST',
  [status.DEADLINE_EXCEEDED]: 'DEADLINE_EXCEEDED',
  [status.NOT_FOUND]: 'NOT_FOUND',
  [status.ALREADY_EXISTS]: 'ALREADY_EXISTS',
  [status.PERMISSION_DENIED]: 'PERMISSION_DENIED',
  // The service's own rate limit identifies itself; otherwise it is a message above the size limit.
  [status.RESOURCE_EXHAUSTED]: 'INVALID_REQUEST',
  [status.FAILED_PRECONDITION]: 'INSUFFICIENT_CREDITS',
  [status.ABORTED]: 'CONFLICT',
  [status.UNIMPLEMENTED]: 'UNIMPLEMENTED',
  [status.UNAVAILABLE]: 'UNAVAILABLE',
  [status.UNAUTHENTICATED]: 'UNAUTHENTICATED',
};

/** A failed status as the error that callers see. */
export function grpcFailure(failure: Pick<StatusObject, 'code' | 'details' | 'metadata'>): QuarryError {
  const { metadata } = failure;
  const info = errorInfo(metadata);
  const retryAfter = Number(first(metadata, 'retry-after'));
  return new QuarryError(
    (info?.reason as ErrorCode | undefined) ?? BY_STATUS[failure.code] ?? 'INTERNAL',
    failure.details,
    {
      requestId: first(metadata, 'x-request-id'),
      param: info?.metadata.param,
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
      shouldRetry: first(metadata, 'x-should-retry') !== 'false',
    },
  );
}

function errorInfo(metadata: Metadata) {
  const [packed] = metadata.get('grpc-status-details-bin');
  if (!(packed instanceof Buffer)) return undefined;
  try {
    const detail = fromBinary(StatusSchema, packed).details.find(({ typeUrl }) =>
      typeUrl.endsWith(`/${ErrorInfoSchema.typeName}`),
    );
    return detail && fromBinary(ErrorInfoSchema, detail.value);
  } catch {
    // Not from Quarry, for example from a proxy: only the status is usable.
    return undefined;
  }
}

function first(metadata: Metadata, name: string): string | undefined {
  return metadata.get(name).map(String)[0];
}
