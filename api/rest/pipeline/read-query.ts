import type { z } from 'zod';
import { ServiceError } from '../../../services/errors.ts';
import { parseQuery } from '../../operations/parse-query.ts';

/** Parses the query string. @throws ServiceError INVALID_REQUEST for a repeated, unknown or wrong parameter */
export function readQuery(querystring: string, schema: z.ZodType | undefined): unknown {
  const given = new URLSearchParams(querystring);
  const names = [...given.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new ServiceError('INVALID_REQUEST', `${repeated}: was given twice`, { param: repeated });
  return parseQuery(schema, Object.fromEntries(given));
}
