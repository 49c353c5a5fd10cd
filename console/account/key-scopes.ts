/** What a key may be limited to, as `POST /console/keys` takes it. */
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
