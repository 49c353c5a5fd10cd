import { ServiceError } from '../../services/core/errors.ts';

const PARTS = /\.\*|\[\^\/\]\+|\\[.\-/_?+]|[\w\-/%~!@,;=&]|\.(?![*+?{])/g;

/**
 * A regular expression on the path of an address as globs, of which a path must match one: letters, `.*`, `[^/]+`, and
 * the anchors `^` and `$`.
 *
 * @throws ServiceError UNIMPLEMENTED for any other
 */
export function globsOf(pattern: string, param: string): string[] {
  const isAnchored = pattern.startsWith('^');
  const body = pattern.slice(isAnchored ? 1 : 0).replace(/\$$/, '');
  const parts = body.match(PARTS) ?? [];
  const glob = parts.map(asGlob).join('') + (pattern.endsWith('$') ? '' : '**');
  const isAtRoot = /^(?:\/|\*\*)/.test(glob);
  if (parts.join('') !== body || body === '' || (isAnchored && !isAtRoot))
    throw new ServiceError('UNIMPLEMENTED', `Quarry does not offer the regular expression ${pattern}.`, { param });
  // A glob that begins with a slash is one of the whole path.
  const whole = glob.startsWith('/') ? [glob] : [];
  const within = isAnchored && whole.length > 0 ? [] : [`/**${glob}`];
  return [...whole, ...within].map((one) => one.replaceAll(/\*{3,}/g, '**'));
}

function asGlob(part: string): string {
  if (part === '.*') return '**';
  if (part === '[^/]+') return '*';
  if (part === '.') return '?';
  return part.startsWith('\\') ? part.slice(1).replace('?', '\\?') : part;
}

/** The addresses below that of a call, as globs; none where that is the root of its site. */
export function belowOf(url: string): string[] {
  const path = URL.parse(url)?.pathname ?? '/';
  return path === '/' ? [] : [`${path.replaceAll(/[*?]/g, '?')}**`];
}
