import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../../services/core/errors.ts';

const BEARER = /^bearer +(.*)$/i;

/**
 * The key in the headers: `x-api-key` first, then `Authorization: Bearer`.
 *
 * @throws ServiceError INVALID_REQUEST for two `x-api-key` headers
 */
export function headerKey(request: IncomingMessage): string | undefined {
  const given = request.headersDistinct['x-api-key'] ?? [];
  if (given.length > 1) throw new ServiceError('INVALID_REQUEST', 'The request has two x-api-key headers. Send one.');
  const key = given[0]?.trim();
  if (key) return key;
  return BEARER.exec(request.headers.authorization ?? '')?.[1]?.trim() || undefined;
}

/** The key in the body's `api_key`, if the endpoint accepts one there. */
export function bodyKey(body: unknown): string | undefined {
  const key = typeof body === 'object' && body !== null && 'api_key' in body ? body.api_key : undefined;
  return typeof key === 'string' ? key.trim() || undefined : undefined;
}
