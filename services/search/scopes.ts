/** Where a search looks. @see interface.md 4.3 */
export const SCOPES = ['web', 'news', 'wikipedia', 'people', 'companies', 'financial-reports'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}
