import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What is kept of an API key: never the key itself, only its SHA-256 and its last four characters. */
export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.string().primary(),
    orgId: p.string().index(),
    /** The name that its maker gave; empty without one. */
    name: p.text().default(''),
    sha256: p.string().length(64).unique(),
    lastFour: p.string().length(4),
    /** Null: the key may do everything. */
    scopes: p.array().nullable(),
    createdAt: p.datetime(3),
    /** The user who made it in the console. Null: an operator did, by the command line. */
    createdBy: p.string().nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
  },
});

export type ApiKey = InferEntity<typeof ApiKeySchema>;
