export const MOST_GLOBS = 50;
export const LONGEST_GLOB = 256;
/** Each one multiplies the places that are followed at once. */
export const MOST_STARS = 8;

/**
 * Whether a glob matches a whole path: `*` is any text without a slash, `**` any text, `?` one character without a slash.
 * A glob without a slash at its beginning matches from any slash on. The time is bounded by the product of the lengths,
 * because callers give both.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const tokens = tokensOf(glob.startsWith('/') ? glob : `**/${glob}`);
  let places = closed(tokens, new Set([0]));
  for (const character of path) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === '**' || (token === '*' && character !== '/')) next.add(place);
      else if (token === '?' ? character !== '/' : token === character) next.add(place + 1);
    }
    if (next.size === 0) return false;
    places = closed(tokens, next);
  }
  return places.has(tokens.length);
}

function tokensOf(glob: string): string[] {
  return glob.match(/\*\*|[^]/gu) ?? [];
}

/** A star may match nothing, so the place after it is reached with it. */
function closed(tokens: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (tokens[place]?.startsWith('*')) places.add(place + 1);
  return places;
}
