/** Scopes of an API key. A key without a list may do everything. @see docs/rules.md#keys */
export const KEY_SCOPES = [
  'search',
  'answer',
  'chat',
  'fetch',
  'agent:read',
  'agent:write',
  'monitors:read',
  'monitors:write',
  'documents:read',
  'documents:write',
  'crawls:read',
  'crawls:write',
  'usage:read',
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
