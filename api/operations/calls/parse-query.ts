import { z } from 'zod';
import { ServiceError } from '../../../services/core/errors.ts';
import { parseRequest } from './parse-request.ts';

const NO_PARAMETERS = z.strictObject({});

/** Parameters for paging and waiting: an empty value has no meaning, so it is a mistake of the client. */
const NEVER_EMPTY = new Set(['limit', 'since', 'before', 'after', 'wait']);

/**
 * Parses the parameters of a list. An empty filter counts as omitted.
 *
 * @throws ServiceError INVALID_REQUEST for an unknown, empty or invalid parameter
 */
export function parseQuery(schema: z.ZodType | undefined, given: Readonly<Record<string, string>>): unknown {
  const empty = Object.keys(given).filter((name) => given[name] === '');
  const param = empty.find((name) => NEVER_EMPTY.has(name));
  const parameters = Object.fromEntries(
    Object.entries(given).filter(([name]) => !empty.includes(name) || name === param),
  );
  const parsed = parseRequest(schema ?? NO_PARAMETERS, parameters);
  if (param !== undefined) throw new ServiceError('INVALID_REQUEST', `${param}: is empty`, { param });
  return parsed;
}
