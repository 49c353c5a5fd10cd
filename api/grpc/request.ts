import type { DescMethod, Message } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { ServiceError } from '../../services/core/errors.ts';
import { parseQuery } from '../operations/calls/parse-query.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { Call } from '../operations/calls/operation.ts';
import type { Method } from './method.ts';
import type { Wire } from '../../sdk/contract/shapes.ts';
import { invalidMessage, toWire } from './wire.ts';

/** The arguments of an operation, from the request's message. */
export interface GrpcRequest extends Pick<Call<unknown, unknown>, 'params' | 'body' | 'query'> {
  rawBody: unknown;
}

/** @throws ServiceError INVALID_REQUEST naming the invalid field */
export function askedBy({ desc, operation, with: members, needs }: Method, message: Message): GrpcRequest {
  const wire: Wire = { ...withoutKey(desc, message), ...members };
  if (needs && wire[needs] === undefined)
    throw new ServiceError('INVALID_REQUEST', `${needs}: is missing`, { param: needs });
  const params: Record<string, string> = {};
  for (const [, name = ''] of operation.path.matchAll(/:(\w+)/g)) {
    params[name] = (wire[name] as string | undefined) ?? '';
    delete wire[name];
  }
  const { body } = operation;
  if (body) return { params, rawBody: wire, body: parseRequest(body.schema, wire), query: undefined };
  return { params, rawBody: undefined, body: undefined, query: parseQuery(operation.query, asQuery(wire)) };
}

/** A request in the form of a query string. */
export function queryOf(desc: DescMethod, message: Message): Record<string, string> {
  return asQuery(withoutKey(desc, message));
}

function asQuery(wire: Wire): Record<string, string> {
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, String(value)]));
}

function withoutKey({ input }: DescMethod, message: Message): Wire {
  const { api_key: _key, ...wire } = toWire(input, message) ?? {};
  return wire;
}

/**
 * The key in the bytes of a request, its only carrier here: the caller is authenticated before the rest is read.
 *
 * @throws ServiceError INVALID_REQUEST for bytes that are not a message
 */
export function keyIn({ input }: DescMethod, bytes: Uint8Array): string | undefined {
  const number = input.fields.find(({ name }) => name === 'api_key')?.number;
  try {
    const reader = new BinaryReader(bytes);
    let key: string | undefined;
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === number && wireType === WireType.LengthDelimited) key = reader.string();
      else reader.skip(wireType, field);
    }
    return key?.trim() || undefined;
  } catch (error) {
    throw invalidMessage(input, error);
  }
}

const MEBIBYTE = 1_048_576;
// A message without a body over REST has only parameters.
const PARAMETERS_BYTES = MEBIBYTE / 16;

/** @throws ServiceError INVALID_REQUEST for a request above REST's size limit */
export function requireSize(bytes: Uint8Array, maxBytes = PARAMETERS_BYTES): void {
  if (bytes.length > maxBytes)
    throw new ServiceError('INVALID_REQUEST', `The message is larger than ${maxBytes} bytes.`, {
      refusal: 'too_large',
    });
}
