export const MAX_URL_BYTES = 2_048;

/** In the form in which it is asked for: the same address is followed once, however it is written. */
export function withoutFragment(given: string): string {
  const url = URL.parse(given);
  if (!url) return given;
  url.hash = '';
  return url.href;
}

/** What is wrong with a URL as it stands; where it leads is judged by each poll. */
export function sourceUrlFault(url: string): string | undefined {
  const parsed = url === url.trim() && /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (!parsed) return 'is not an absolute http or https URL';
  if (Buffer.byteLength(parsed.href) > MAX_URL_BYTES) return `is longer than ${MAX_URL_BYTES} bytes`;
  return parsed.username === '' && parsed.password === '' ? undefined : 'holds a user name or password';
}
