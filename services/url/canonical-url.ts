const TRACKING = new Set([
  'fbclid',
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'yclid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'igshid',
  'igsh',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_hsenc',
  '_hsmi',
  '_ga',
  '_gl',
  'vero_id',
  'oly_anon_id',
  'oly_enc_id',
  'ref_src',
  'ref_url',
  'cmpid',
  'ocid',
  's_cid',
  'srsltid',
  'rb_clickid',
  'wickedid',
  'sc_cid',
  'ito',
]);

/**
 * The form in which two addresses of one document are equal: scheme, `www.`, fragment, userinfo, tracking parameters
 * and trailing slashes are normalized. For comparison only, not for fetching.
 */
export function canonicalUrl(url: string): string {
  const parsed = new URL(url);
  const host = parsed.hostname.replace(/^www\.(?=[^.]+\.)/, '').replace(/\.$/, '');
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  const path = parsed.pathname.replace(/\/+$/, '');
  return `https://${host}${port}${path}${queryWithoutTracking(parsed)}`;
}

function queryWithoutTracking(url: URL): string {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function isTracking(pair: string): boolean {
  const name = (pair.split('=', 1)[0] ?? '').toLowerCase();
  return name.startsWith('utm_') || TRACKING.has(name);
}

/** The site's name for a page without one: its host without `www.`. */
export function siteName(url: string): string {
  return new URL(url).hostname.replace(/^www\.(?=[^.]+\.)/, '');
}
