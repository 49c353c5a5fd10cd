import { create, toBinary } from '@bufbuild/protobuf';
import { anyPack, DurationSchema } from '@bufbuild/protobuf/wkt';
import { Metadata, status, type StatusObject } from '@grpc/grpc-js';
import { ErrorInfoSchema, RetryInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { StatusSchema } from '../../gen/google/rpc/status_pb.js';
import type { ServiceErrorCode, ServiceError } from '../../services/core/errors.ts';
import { retryAfterOf } from '../operations/calls/failure.ts';

const DOMAIN = 'quarry';

const BY_CODE: Record<ServiceErrorCode, status> = {
  INVALID_REQUEST: status.INVALID_ARGUMENT,
  UNAUTHENTICATED: status.UNAUTHENTICATED,
  INSUFFICIENT_CREDITS: status.FAILED_PRECONDITION,
  PERMISSION_DENIED: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  UNIMPLEMENTED: status.UNIMPLEMENTED,
  ALREADY_EXISTS: status.ALREADY_EXISTS,
  CONFLICT: status.ABORTED,
  RATE_LIMITED: status.RESOURCE_EXHAUSTED,
  CANCELLED: status.CANCELLED,
  DEADLINE_EXCEEDED: status.DEADLINE_EXCEEDED,
  UNAVAILABLE: status.UNAVAILABLE,
  INTERNAL: status.INTERNAL,
};

// Trailers are headers, which libraries limit to some KiB; a message may repeat any text of the client.
const MAX_TEXT_LENGTH = 1_000;

function truncated(text: string): string {
  const whole = text.toWellFormed();
  return whole.length <= MAX_TEXT_LENGTH ? whole : `${whole.slice(0, MAX_TEXT_LENGTH).toWellFormed()} …`;
}

/**
 * A failure in gRPC's form: its status, ErrorInfo with the REST code, and RetryInfo if a later retry makes sense.
 *
 * @see docs/rules.md#grpc
 */
export function statusOf(error: ServiceError, requestId: string): StatusObject {
  const code = BY_CODE[error.code];
  const retryAfterSeconds = retryAfterOf(error);
  const metadata = trailers(requestId);
  metadata.set(
    'grpc-status-details-bin',
    Buffer.from(toBinary(StatusSchema, detailed(error, code, retryAfterSeconds))),
  );
  if (retryAfterSeconds !== undefined) metadata.set('retry-after', String(retryAfterSeconds));
  if (error.isAfterwards && retryAfterSeconds === undefined) metadata.set('x-should-retry', 'false');
  return { code, details: truncated(error.message), metadata };
}

/** Trailers of every response. */
export function trailers(requestId: string): Metadata {
  const metadata = new Metadata();
  metadata.set('x-request-id', requestId);
  return metadata;
}

function detailed({ code: reason, message, param }: ServiceError, code: status, retryAfterSeconds: number | undefined) {
  const info = create(ErrorInfoSchema, { reason, domain: DOMAIN, metadata: param ? { param: truncated(param) } : {} });
  const retry =
    retryAfterSeconds === undefined
      ? []
      : [
          anyPack(
            RetryInfoSchema,
            create(RetryInfoSchema, { retryDelay: create(DurationSchema, { seconds: BigInt(retryAfterSeconds) }) }),
          ),
        ];
  return create(StatusSchema, {
    code,
    message: truncated(message),
    details: [anyPack(ErrorInfoSchema, info), ...retry],
  });
}
