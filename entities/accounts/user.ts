import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What a member of an organization may do. @see docs/accounts.md#roles */
export const MEMBER_ROLES = ['owner', 'member', 'viewer', 'operator'] as const;

/** A member of one organization, who signs in to the console. A removed member keeps its name beside what it did. */
export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.string().primary(),
    orgId: p.string().index(),
    name: p.text(),
    /** In lower case. Null: this member signs in by links alone. */
    email: p.string().nullable().unique(),
    role: p.enum(MEMBER_ROLES),
    /** An argon2id hash with its parameters. Null: no password was set. */
    passwordHash: p.text().nullable(),
    createdAt: p.datetime(3),
    removedAt: p.datetime(3).nullable(),
  },
});

export type User = InferEntity<typeof UserSchema>;
