import type { MEMBER_ROLES } from '../../../entities/accounts/user.ts';
import { ServiceError } from '../../core/errors.ts';
import type { KeyScope } from '../scopes.ts';

export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What a role is judged by. */
export interface JudgedCall {
  /** Whether the call changes nothing. */
  isRead: boolean;
  /** Absent: any key may make the call. */
  scope?: KeyScope | undefined;
}

/**
 * Owners and members may call everything, viewers may read and search, operators see no contents of an organization.
 *
 * @throws ServiceError PERMISSION_DENIED
 * @see docs/accounts.md#roles
 */
export function requireRoleFor(role: MemberRole, call: JudgedCall): void {
  if (mayCall(role, call)) return;
  throw new ServiceError(
    'PERMISSION_DENIED',
    `The role ${role} does not permit this. An owner of the organization can give you another role.`,
  );
}

function mayCall(role: MemberRole, { isRead, scope }: JudgedCall): boolean {
  switch (role) {
    case 'owner':
    case 'member':
      return true;
    case 'viewer':
      return isRead || scope === 'search';
    case 'operator':
      return isRead && (scope === undefined || scope === 'usage:read');
  }
}

/** @throws ServiceError PERMISSION_DENIED for every other role */
export function requireOperator(role: MemberRole): void {
  if (role === 'operator') return;
  throw new ServiceError('PERMISSION_DENIED', `Only an operator of the service may see this; your role is ${role}.`);
}

/** @throws ServiceError PERMISSION_DENIED for every other role */
export function requireOwner(role: MemberRole): void {
  if (role === 'owner') return;
  throw new ServiceError('PERMISSION_DENIED', `Only an owner of the organization may do this; your role is ${role}.`);
}

/** Viewers see contents and operators see figures, and neither sees who has access. @throws ServiceError PERMISSION_DENIED */
export function requireSees(what: string, role: MemberRole): void {
  if (role === 'owner' || role === 'member') return;
  throw new ServiceError('PERMISSION_DENIED', `Owners and members may see the ${what}; your role is ${role}.`);
}
