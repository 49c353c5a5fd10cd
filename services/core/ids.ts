import { v7 as uuidv7 } from 'uuid';

/** Prefixes of the ids that callers see. */
export type IdPrefix =
  | 'req'
  | 'run'
  | 'org'
  | 'usr'
  | 'key'
  | 'fetch'
  | 'doc'
  | 'grant'
  | 'correction'
  | 'src'
  | 'mon'
  | 'mrq'
  | 'crawl'
  | 'chatcmpl';

/** A new id, ordered by time of creation: the prefix, `_` and a UUIDv7. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7()}`;
}

/**
 * The id of an operation's result: the operation's own UUID, so that a retry creates the same id.
 *
 * @param operationId `req_` and a UUIDv7
 */
export function idOf(prefix: IdPrefix, operationId: string): string {
  return operationId.replace(/^req_/, `${prefix}_`);
}

const UUID_V7 = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

/** Pattern of the ids of one kind, for descriptions. */
export const idPattern = (prefix: IdPrefix) => `^${prefix}_${UUID_V7}$`;

/** Whether a caller's string is a well-formed id of that kind; any other string is rejected without a query. */
export function isId(prefix: IdPrefix, candidate: string): boolean {
  return new RegExp(idPattern(prefix)).test(candidate);
}
