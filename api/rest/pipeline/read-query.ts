import { z } from 'zod';
import { ServiceError } from '../../../services/errors.ts';
import { parseRequest } from '../../../services/validation.ts';

const NO_PARAMETERS = z.strictObject({});

/** Parses the query string. @throws ServiceError INVALID_REQUEST for a repeated, unknown or wrong parameter */
export function readQuery(querystring: string, schema: z.ZodType = NO_PARAMETERS): unknown {
  const given = new URLSearchParams(querystring);
  const names = [...given.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new ServiceError('INVALID_REQUEST', `${repeated}: was given twice`, { param: repeated });
  // An empty filter is an omitted one.
  return parseRequest(schema, Object.fromEntries([...given].filter(([, value]) => value !== '')));
}
