import { z } from 'zod';
import { parseRequest } from '../../services/validation.ts';

const NO_PARAMETERS = z.strictObject({});

/** What a caller asks of a list. An empty filter is an omitted one. @throws ServiceError INVALID_REQUEST for an unknown or wrong parameter */
export function parseQuery(schema: z.ZodType | undefined, given: Readonly<Record<string, string>>): unknown {
  return parseRequest(schema ?? NO_PARAMETERS, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')));
}
