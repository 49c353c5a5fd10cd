import type { DescMethod, Message } from '@bufbuild/protobuf';
import { parseRequest } from '../../services/validation.ts';
import { parseQuery } from '../operations/parse-query.ts';
import type { Call } from '../operations/operation.ts';
import type { Method } from './method.ts';
import type { Wire } from './shapes.ts';
import { toWire } from './wire.ts';

/** What an operation is called with, as the request's message says it. */
export interface Asked extends Pick<Call<unknown, unknown>, 'params' | 'body' | 'query'> {
  rawBody: unknown;
}

/** @throws ServiceError INVALID_REQUEST naming the field that is wrong */
export function askedBy({ desc, operation, with: members }: Method, message: Message): Asked {
  const wire: Wire = { ...withoutKey(desc, message), ...members };
  const params: Record<string, string> = {};
  for (const [, name = ''] of operation.path.matchAll(/:(\w+)/g)) {
    params[name] = (wire[name] as string | undefined) ?? '';
    delete wire[name];
  }
  const { body } = operation;
  if (body) return { params, rawBody: wire, body: parseRequest(body.schema, wire), query: undefined };
  return { params, rawBody: undefined, body: undefined, query: parseQuery(operation.query, asQuery(wire)) };
}

/** A request as a query string would carry it. */
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

/** The only carrier of the key here. */
export function keyOf(message: Message): string | undefined {
  const { apiKey } = message as Message & { apiKey?: string };
  return apiKey?.trim() || undefined;
}
