import { createHash } from 'node:crypto';
import { recountSpent } from '../billing/spend-caps.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../database/database.ts';
import type { Actor } from '../database/roles/acting.ts';
import { recordAudit } from './audit-log.ts';
import { networksOf } from './networks.ts';
import { KEY_SCOPES } from './scopes.ts';

const LAST_CHARACTERS = 4;

export interface NewKey {
  /** Returned only here. The service stores its hash. */
  key: string;
  keyId: string;
}

/** What an organization decides of a key. */
export interface KeyLimits {
  /** Empty if it has no name. */
  name: string;
  /** Null: the key may do everything. */
  scopes: string[] | null;
  /** Addresses and CIDRs from which it may be used. Null: from everywhere. */
  networks: string[] | null;
  /** Most credits that it spends on a day in UTC. Null: no cap. */
  spendPerDay: number | null;
  /** Most credits that it ever spends. Null: no cap. */
  spendTotal: number | null;
  expiresAt: Date | null;
}

export const UNLIMITED: KeyLimits = {
  name: '',
  scopes: null,
  networks: null,
  spendPerDay: null,
  spendTotal: null,
  expiresAt: null,
};

/** @throws ServiceError INVALID_REQUEST naming what is wrong */
export function checkedLimits(limits: KeyLimits): KeyLimits {
  const unknown = limits.scopes?.find((scope) => !(KEY_SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined)
    throw new ServiceError('INVALID_REQUEST', `Unknown scope ${unknown}. The scopes are ${KEY_SCOPES.join(', ')}.`);
  return { ...limits, networks: limits.networks && networksOf(limits.networks) };
}

/** @param expiresAt absent or null: none @throws ServiceError INVALID_REQUEST for one that has passed */
export function requireFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (!expiresAt || expiresAt > now) return;
  throw new ServiceError('INVALID_REQUEST', 'expires_at: is in the past', { param: 'expires_at' });
}

interface MadeKey {
  orgId: string;
  key: string;
  limits: KeyLimits;
  actor: Actor;
  at: Date;
}

/** Stores a key, in the caller's transaction. The audit log is the caller's. */
export async function insertKey({ builder }: Sql, { orgId, key, limits, actor, at }: MadeKey): Promise<NewKey> {
  const keyId = newId('key');
  await builder
    .insertInto('api_keys')
    .values({
      id: keyId,
      org_id: orgId,
      created_by: actor.id,
      sha256: createHash('sha256').update(key).digest('hex'),
      last_four: key.slice(-LAST_CHARACTERS),
      created_at: at,
      ...columnsOf(limits),
    })
    .execute();
  return { key, keyId };
}

const columnsOf = ({ name, scopes, networks, spendPerDay, spendTotal, expiresAt }: KeyLimits) => ({
  name,
  scopes,
  networks,
  spend_per_day: textOf(spendPerDay),
  spend_total: textOf(spendTotal),
  expires_at: expiresAt,
});

const textOf = (credits: number | null) => (credits === null ? null : String(credits));
const numberOf = (credits: string | null) => (credits === null ? null : Number(credits));

interface KeyChange {
  orgId: string;
  keyId: string;
  /** Absent members stay as they are. */
  changes: Partial<KeyLimits>;
  actor: Actor;
  at: Date;
}

/**
 * Changes a key, within a second in every process. A cap counts what the key has spent before it, too.
 *
 * @throws ServiceError INVALID_REQUEST, NOT_FOUND, CONFLICT for a revoked key
 */
export async function changeKey(sql: Sql, { orgId, keyId, changes, actor, at }: KeyChange): Promise<void> {
  // Charges and holds of the organization wait, so that none is missed between the count and the cap.
  await sql.query('select from organizations where id = $1 for update', [orgId]);
  const row = await sql.builder
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'networks', 'spend_per_day', 'spend_total', 'expires_at', 'revoked_at'])
    .where('id', '=', keyId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  if (!row) throw noKey();
  if (row.revoked_at) throw new ServiceError('CONFLICT', 'This key is revoked. Make another one.');
  const before: KeyLimits = {
    name: row.name,
    scopes: row.scopes,
    networks: row.networks,
    spendPerDay: numberOf(row.spend_per_day),
    spendTotal: numberOf(row.spend_total),
    expiresAt: row.expires_at,
  };
  requireFuture(changes.expiresAt, at);
  const after = checkedLimits({ ...before, ...changes });
  await sql.builder.updateTable('api_keys').set(columnsOf(after)).where('id', '=', keyId).execute();
  if (isCapped(after) && !isCapped(before)) await recountSpent(sql, keyId, at);
  const detail = changed(before, after);
  await recordAudit(sql, { orgId, action: 'key.change', subjectId: keyId, detail, actor, at });
}

const isCapped = ({ spendPerDay, spendTotal }: KeyLimits) => spendPerDay !== null || spendTotal !== null;

export function noKey(): ServiceError {
  return new ServiceError('NOT_FOUND', 'No key of this organization has this id.');
}

/** A key in words, for the audit log: `Batch job: search fetch, from 10.0.0.0/8, 100 a day`. */
export function limitsInWords(limits: KeyLimits): string | null {
  const { name, ...members } = wordsOf(limits);
  const said = Object.values(members).filter((word) => word !== undefined);
  return [name, said.join(', ')].filter(Boolean).join(': ') || null;
}

function changed(before: KeyLimits, after: KeyLimits): string {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const differing = (Object.keys(was) as Array<keyof typeof was>).filter((member) => was[member] !== is[member]);
  const changes = differing.map((member) => `${was[member] || 'none'} → ${is[member] || 'none'}`);
  return [before.name, changes.join('; ')].filter(Boolean).join(': ');
}

const wordsOf = ({ name, scopes, networks, spendPerDay, spendTotal, expiresAt }: KeyLimits) => ({
  name,
  scopes: scopes?.join(' '),
  networks: networks ? `from ${networks.join(' ')}` : undefined,
  spendPerDay: spendPerDay === null ? undefined : `${spendPerDay} credits a day`,
  spendTotal: spendTotal === null ? undefined : `${spendTotal} credits in all`,
  expiresAt: expiresAt ? `until ${expiresAt.toISOString()}` : undefined,
});
