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
    /** CIDRs from which the key may be used. Null: from everywhere. */
    networks: p.array().nullable(),
    /** Credits that it may spend on a day in UTC, and in all. Null: no cap. What is spent is counted for capped keys alone. */
    spendPerDay: p.bigint('string').nullable(),
    spendTotal: p.bigint('string').nullable(),
    /** The day of `spentToday`. */
    spentOn: p.date().nullable(),
    /** Charges, and open holds, of that day and in all. Changed under the lock of the organization's row. */
    spentToday: p.bigint('string').default('0'),
    spentTotal: p.bigint('string').default('0'),
    createdAt: p.datetime(3),
    /** The user who made it in the console. Null: an operator did, by the command line. */
    createdBy: p.string().nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
  },
});

export type ApiKey = InferEntity<typeof ApiKeySchema>;
