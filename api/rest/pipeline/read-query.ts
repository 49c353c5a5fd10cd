import type { z } from 'zod';
import { ServiceError } from '../../../services/core/errors.ts';
import { parseQuery } from '../../operations/calls/parse-query.ts';

/** Parses the query string. @throws ServiceError INVALID_REQUEST for a repeated, unknown or invalid parameter */
export function readQuery(querystring: string, schema: z.ZodType | undefined): unknown {
  const given = new URLSearchParams(querystring);
  const seen = new Set<string>();
  const repeated = [...given.keys()].find((name) => seen.size === seen.add(name).size);
  if (repeated !== undefined)
    throw new ServiceError('INVALID_REQUEST', `${repeated}: was given twice`, { param: repeated });
  return parseQuery(schema, Object.fromEntries(given));
}
