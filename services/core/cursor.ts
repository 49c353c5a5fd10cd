import { ServiceError } from './errors.ts';
import { isId, type IdPrefix } from './ids.ts';

/** Cursor of the page after the item with this id: the `next` of a page. */
export function cursorAfter(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/**
 * The id in a cursor.
 *
 * @param prefix of the ids that the list has
 * @throws ServiceError INVALID_REQUEST for a cursor that is not one of this list
 */
export function idInCursor(prefix: IdPrefix, cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (isId(prefix, id) && cursorAfter(id) === cursor) return id;
  throw new ServiceError('INVALID_REQUEST', 'after: is not a valid cursor for this list', { param: 'after' });
}
