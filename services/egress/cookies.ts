/** Cookies of one request's hops: many sites set a cookie, redirect to themselves and expect it back. */
export interface HopCookies {
  store(url: URL, headers: Headers): void;
  /** The `cookie` header for a URL, or undefined. */
  header(url: URL): string | undefined;
}

/**
 * Cookies are kept only for the exact host that set them, and only during one request. Domain, path and expiry are not
 * needed.
 */
export function hopCookies(): HopCookies {
  const byHost = new Map<string, Map<string, string>>();
  return {
    store(url, headers) {
      const cookies = byHost.get(url.host) ?? new Map<string, string>();
      for (const line of headers.getSetCookie()) {
        const pair = /^\s*([^=;\s]+)=([^;]*)/.exec(line);
        if (pair?.[1]) cookies.set(pair[1], (pair[2] ?? '').trim());
      }
      byHost.set(url.host, cookies);
    },
    header(url) {
      const cookies = [...(byHost.get(url.host) ?? [])];
      return cookies.length === 0 ? undefined : cookies.map(([name, value]) => `${name}=${value}`).join('; ');
    },
  };
}
