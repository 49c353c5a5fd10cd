/** The same for the same members in any order; the caller's key beside them is not part of the request. */
export function canonicalJson(body: unknown): string {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return JSON.stringify(isObject ? { ...body, api_key: undefined } : body, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
