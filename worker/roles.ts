export const ROLES = ['workflows', 'fetch', 'agent', 'sources', 'crawls', 'monitors', 'webhooks', 'index'] as const;

/** A kind of work that a worker does. */
export type Role = (typeof ROLES)[number];

/** Whether a worker searches or embeds passages. The others need no embedding model. */
export function usesEmbeddings(roles: readonly Role[]): boolean {
  return roles.some((role) => role === 'index' || role === 'agent' || role === 'monitors');
}

/** @throws Error naming the existing roles */
export function parseRoles(names: readonly string[]): readonly Role[] {
  if (names.length === 0) return ROLES;
  return names.map((name) => {
    const role = ROLES.find((one) => one === name);
    if (!role) throw new Error(`${name} is not a role of a worker. The roles are ${ROLES.join(', ')}.`);
    return role;
  });
}
