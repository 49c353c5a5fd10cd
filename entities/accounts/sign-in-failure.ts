import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * The failed attempts to sign in of one name within 15 minutes, over all processes. The table is not logged: a crash of
 * PostgreSQL empties it.
 */
export const SignInFailureSchema = defineEntity({
  name: 'SignInFailure',
  tableName: 'sign_in_failures',
  properties: {
    /** SHA-256 in hex of what an attempt came from or was for: an address, an e-mail address. */
    nameSha256: p.string().primary(),
    /** Attempts in progress count, too. */
    failures: p.integer(),
    /** When they are forgotten. */
    endsAt: p.datetime(3).index(),
  },
});

export type SignInFailure = InferEntity<typeof SignInFailureSchema>;
