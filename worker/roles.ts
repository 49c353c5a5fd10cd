/** The kinds of work that a worker process can be given. */
export const ROLES = ['workflows', 'fetch', 'agent', 'sources', 'monitors', 'webhooks', 'index'] as const;

export type Role = (typeof ROLES)[number];
