import { createHash } from 'node:crypto';
import { actFor, actingForCaller } from '../../../services/database/roles/acting.ts';
import type { FindOperation } from './find-operation.ts';
import type { Caller } from '../../../services/accounts/authenticate.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { newId } from '../../../services/core/ids.ts';
import { toServiceError } from './failure.ts';
import type { Operation } from './operation.ts';
import { parseQuery } from './parse-query.ts';
import { parseRequest } from './parse-request.ts';
import { admit, perform, permitOf, usableKey, type CallGate } from './perform.ts';
import { guardPermit } from './while-permitted.ts';

export type JsonBody = Record<string, unknown>;

/** The input of one operation, as REST takes it. */
interface OperationInput {
  /** Path parameters. */
  params?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
  body?: JsonBody | undefined;
  /** Tells several calls of one operation apart, where one call of another protocol makes them. */
  part?: string | undefined;
}

/**
 * Calls an operation of the interface for a transport that speaks another protocol; its body.
 *
 * @throws ServiceError
 */
export type CallOperation = (operationId: string, input: OperationInput, signal: AbortSignal) => Promise<JsonBody>;

interface CallerSource {
  address: string;
  /** Authenticates again: a long call checks its key to the end. */
  identify(): Promise<Caller>;
  /** As received. Each operation of the call has a key of its own, made from it. */
  idempotencyKey?: string | undefined;
}

/** Calls in this process: with the checks of a REST request, after those of its body. */
export function callInProcess(
  gate: CallGate,
  find: FindOperation,
  { address, identify, idempotencyKey }: CallerSource,
): CallOperation {
  return (operationId, { params = {}, query = {}, body, part = '' }, signal) =>
    actingForCaller(async () => {
      const requestId = newId('req');
      try {
        const operation = find(operationId);
        const caller = await identify();
        actFor(caller.orgId, { id: caller.keyId, address });
        const byteCount = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
        requireSize(operation, byteCount);
        await admit(gate, operation, { caller, byteCount });
        const permit = permitOf(operation, identify);
        const call = {
          caller,
          body: operation.body && parseRequest(operation.body.schema, body),
          query: parseQuery(operation.query, query),
          params,
          requestId,
          lastEventId: undefined,
          signal: guardPermit(signal, permit).signal,
          permit,
        };
        return (await perform(gate, operation, {
          call,
          rawBody: body,
          idempotencyKey: keyOf(usableKey(idempotencyKey), operationId + part),
        })) as JsonBody;
      } catch (thrown) {
        throw toServiceError(thrown, { log: gate.log, requestId, signal });
      }
    });
}

const keyOf = (key: string | undefined, operationId: string) =>
  key === undefined ? undefined : createHash('sha256').update(`${operationId}\n${key}`).digest('hex');

function requireSize({ body }: Operation, byteCount: number): void {
  if (body && byteCount > body.maxBytes)
    throw new ServiceError('INVALID_REQUEST', `The arguments are longer than ${body.maxBytes} bytes.`);
}
