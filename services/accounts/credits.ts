import { correctBalance, grantCredits } from '../billing/ledger.ts';
import { ServiceError } from '../core/errors.ts';
import { idOf, newId } from '../core/ids.ts';
import type { Sql } from '../database/database.ts';
import type { Actor } from '../database/roles/acting.ts';
import { recordAudit } from './audit-log.ts';

const LONGEST_REASON = 500;

export interface CreditChange {
  orgId: string;
  /** Not 0. Positive: a grant. Negative: a correction, which takes credits back. */
  amount: number | bigint;
  /** Null: an operator gave none, at the command line. */
  reason: string | null;
  actor: Actor;
  at: Date;
  /** Of the request: a repetition under it changes nothing. Absent: the change is a new one. */
  operationId?: string;
}

/**
 * Grants credits, or takes credits back, once for an operation, in the caller's transaction, with its reason in the ledger and in the audit log.
 *
 * @throws ServiceError INVALID_REQUEST for a reason that is missing or too long where credits are taken, for more than
 * the balance has beside its holds, and for a balance above the largest int8
 */
export async function changeCredits(
  sql: Sql,
  { orgId, amount, reason: given, actor, at, operationId = newId('req') }: CreditChange,
): Promise<void> {
  const reason = checkedReason(given);
  const isGrant = amount > 0;
  if (!isGrant && reason === null) throw invalid('reason: is required, because it is all that explains a correction');
  const businessKey = idOf(isGrant ? 'grant' : 'correction', operationId);
  if (await isMade(sql, orgId, businessKey)) return;
  const change = { orgId, businessKey, amount, reason, at };
  if (isGrant) await grantCredits(sql, change).catch(unlessTooMany);
  else if (!(await correctBalance(sql, change)))
    throw invalid('amount: is more than the balance has beside what running work has reserved');
  const detail = [`${amount} credits`, reason].filter(Boolean).join(': ');
  const action = isGrant ? 'credits.grant' : 'credits.correct';
  await recordAudit(sql, { orgId, action, subjectId: businessKey, detail, actor, at });
}

async function isMade(sql: Sql, orgId: string, businessKey: string): Promise<boolean> {
  // Changes of one organization's credits wait for each other, so that a repetition sees the first.
  await sql.query('select from organizations where id = $1 for update', [orgId]);
  const posted = sql.builder.selectFrom('postings').select('id').where('business_key', '=', businessKey);
  return (await posted.executeTakeFirst()) !== undefined;
}

function checkedReason(given: string | null): string | null {
  const reason = given?.trim() ?? '';
  if (Array.from(reason).length > LONGEST_REASON) throw invalid(`reason: is longer than ${LONGEST_REASON} characters`);
  return reason || null;
}

function invalid(message: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', message, { param: message.slice(0, message.indexOf(':')) });
}

const OUT_OF_RANGE = '22003';

function unlessTooMany(error: unknown): never {
  const isTooMany = error instanceof Error && 'code' in error && error.code === OUT_OF_RANGE;
  throw isTooMany
    ? new ServiceError('INVALID_REQUEST', 'The grant would exceed the largest possible balance.', { cause: error })
    : error;
}
