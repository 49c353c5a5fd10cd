import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A link that signs a member in once. Its token is never kept, only the token's SHA-256. */
export const LoginLinkSchema = defineEntity({
  name: 'LoginLink',
  tableName: 'login_links',
  properties: {
    sha256: p.string().length(64).primary(),
    orgId: p.string(),
    userId: p.string().index(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).index(),
    usedAt: p.datetime(3).nullable(),
  },
});

export type LoginLink = InferEntity<typeof LoginLinkSchema>;
