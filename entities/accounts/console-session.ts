import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * A signed-in browser. Its token is never kept, only the token's SHA-256. The role is that of the user's row, so that a
 * change of role holds for open sessions too. The row is deleted when the session ends.
 */
export const ConsoleSessionSchema = defineEntity({
  name: 'ConsoleSession',
  tableName: 'sessions',
  properties: {
    sha256: p.string().length(64).primary(),
    orgId: p.string(),
    userId: p.string().index(),
    createdAt: p.datetime(3),
    /** Written once a minute at most. */
    lastSeenAt: p.datetime(3),
    /** The end of the session, however much it is used. */
    expiresAt: p.datetime(3).index(),
  },
});

export type ConsoleSession = InferEntity<typeof ConsoleSessionSchema>;
