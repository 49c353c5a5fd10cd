export const MAX_URL_BYTES = 2_048;

/** The URL as it is requested, so that each address is followed once under any spelling. */
export function withoutFragment(given: string): string {
  const url = URL.parse(given);
  if (!url) return given;
  url.hash = '';
  return url.href;
}

/** The fault in the form of a URL; undefined without one. Each poll checks its target. */
export function sourceUrlFault(url: string): string | undefined {
  const parsed = url === url.trim() && /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (!parsed) return 'is not an absolute http or https URL';
  if (Buffer.byteLength(parsed.href) > MAX_URL_BYTES) return `is longer than ${MAX_URL_BYTES} bytes`;
  return parsed.username === '' && parsed.password === '' ? undefined : 'holds a user name or password';
}
