import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { User } from '../../entities/accounts/user.ts';
import type { Clock } from '../core/clock.ts';
import { rememberRows } from '../concurrency/remember-rows.ts';
import type { Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';
import { unauthenticatedCallMs, type Spacing } from '../concurrency/spacing.ts';
import { looksLikeApiKey } from './api-key-format.ts';
import { plainAddress } from '../egress/ranges.ts';
import { allowedBy, type IsAllowed } from './networks.ts';
import type { KeyScope } from './scopes.ts';

/** The caller: its organization and the permissions of its key, or of its role in the console. */
export interface Caller {
  orgId: string;
  /** Of its key; for a session, of its user. */
  keyId: string;
  /** Null: everything. */
  scopes: readonly string[] | null;
  /** Of a session's user. Absent: the caller has a key. */
  role?: User['role'];
}

/** Where a call comes from. */
interface CallOrigin {
  /** Of the connection. Empty where it is not known, which no network has. */
  address: string;
  /** Bytes of the call's body that are not read yet. */
  unreadBytes?: number | undefined;
}

/**
 * @throws ServiceError UNAUTHENTICATED for a missing, malformed, unknown, expired or revoked key; PERMISSION_DENIED for
 * a suspended organization, and for an address outside the networks of the key
 */
export type Authenticate = (apiKey: string | undefined, origin: CallOrigin) => Promise<Caller>;

// Revocation must take effect within a second.
const REMEMBERED_MS = 500;
const REMEMBERED_KEYS = 10_000;
const LAST_USED_EVERY_MS = 60_000;

interface Known {
  caller: Caller;
  suspended: boolean;
  isAllowedFrom: IsAllowed;
  expiresAt: number;
}

export interface AuthenticateDeps {
  sql: Pick<Sql, 'builder'>;
  clock: Clock;
  /** Delays calls without a valid key, of any operation. */
  unauthenticatedCalls: Spacing;
}

export function createAuthenticate({ sql, clock, unauthenticatedCalls }: AuthenticateDeps): Authenticate {
  const known = rememberRows<Known>({
    clock,
    most: REMEMBERED_KEYS,
    forMs: REMEMBERED_MS,
    read: (sha256) => readKey(sql, sha256),
  });
  const notedUses = new LRUCache<string, true>({
    max: REMEMBERED_KEYS,
    ttl: LAST_USED_EVERY_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });

  /** Runs in the background: the call neither waits for it nor fails with it. */
  function noteUse(keyId: string, now: Date): void {
    if (notedUses.has(keyId)) return;
    notedUses.set(keyId, true);
    sql.builder
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', keyId)
      .execute()
      .catch(() => notedUses.delete(keyId));
  }

  async function callerOf(apiKey: string | undefined, address: string): Promise<Caller> {
    if (!apiKey)
      throw new ServiceError(
        'UNAUTHENTICATED',
        'An API key is required: in the header x-api-key, over gRPC in the field api_key.',
      );
    if (!looksLikeApiKey(apiKey)) throw invalidKey();
    const key = await known.get(createHash('sha256').update(apiKey).digest('hex'));
    const now = clock.now();
    if (!key || key.expiresAt <= now.getTime()) throw invalidKey();
    if (key.suspended)
      throw new ServiceError(
        'PERMISSION_DENIED',
        'This organization is suspended. The operator of the service can lift the suspension.',
      );
    if (!key.isAllowedFrom(address)) throw wrongNetwork(address);
    noteUse(key.caller.keyId, now);
    return key.caller;
  }

  return async (apiKey, { address, unreadBytes = 0 }) => {
    try {
      return await callerOf(apiKey, address);
    } catch (error) {
      await unauthenticatedCalls(unauthenticatedCallMs(unreadBytes));
      throw error;
    }
  };
}

export const hasScope = ({ scopes }: Caller, scope: KeyScope): boolean => scopes === null || scopes.includes(scope);

/** @throws ServiceError PERMISSION_DENIED if the key lacks the scope */
export function requireScope(caller: Caller, scope: KeyScope): void {
  if (hasScope(caller, scope)) return;
  throw new ServiceError('PERMISSION_DENIED', `This API key lacks the scope ${scope}.`);
}

function invalidKey(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'The API key is not valid.');
}

/** The networks themselves stay secret: who calls from elsewhere may have found the key. */
function wrongNetwork(address: string): ServiceError {
  return new ServiceError(
    'PERMISSION_DENIED',
    `This API key may not be used from ${plainAddress(address) || 'an unknown address'}. Its allowed networks are listed in the console.`,
  );
}

async function readKey({ builder }: Pick<Sql, 'builder'>, sha256: string): Promise<Known | undefined> {
  const row = await builder
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.org_id')
    .select(['api_keys.id', 'org_id', 'scopes', 'networks', 'expires_at', 'suspended_at'])
    .where('sha256', '=', sha256)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      caller: { orgId: row.org_id, keyId: row.id, scopes: row.scopes },
      suspended: row.suspended_at !== null,
      isAllowedFrom: allowedBy(row.networks),
      expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    }
  );
}
