/** Where a search looks. @see docs/rules.md#scopes-and-filters */
export const SCOPES = ['web', 'news', 'wikipedia', 'people', 'companies', 'financial-reports'] as const;

export type Scope = (typeof SCOPES)[number];

/** How a request may name a scope, empty for the default one; as a regular expression of JSON Schema. */
export const SCOPE_PATTERN = String.raw`^\s*(?:${SCOPES.join('|')})?\s*$`;

/**
 * Scope of the pages of Quarry's own guide: no search can name it; a search for the guide's host alone finds them.
 *
 * @see docs/rules.md#scopes-and-filters
 */
export const GUIDE_SCOPE = 'help';

export function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}
