/**
 * An address to which paths can be added, without a slash at its end.
 *
 * @throws TypeError, which shows no part of it: it may hold a password
 */
export function baseOf(baseUrl: string): string {
  const { protocol, username, password, search, hash, origin, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '')
    throw new TypeError('baseUrl: must be an address of http or https, without a user, a query and a fragment');
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
