import { actingOrganization } from './acting.ts';

/**
 * The roles that act on the tables. @see docs/decisions/0032-row-level-security.md
 * - `service`: the rows of one organization, and rows that everyone may read
 * - `sign_in`: identifies a caller's organization, by a key, a session, a link, a password or a feed's token
 * - `background`: work across organizations: the index writer, reconcilers, purge, metrics
 * - `operator`: the operator's commands and the first start
 */
export const DATABASE_ROLES = ['service', 'sign_in', 'background', 'operator'] as const;

export type DatabaseRole = (typeof DATABASE_ROLES)[number];

/** The role and the organization of a statement, as PostgreSQL receives them. */
export interface ActingAs {
  /** Name of the role in PostgreSQL. */
  role: string;
  /** Empty: no organization, so that no row matches an organization's policy. */
  orgId: string;
}

/** The setting that the policies read. */
export const ORGANIZATION_SETTING = 'quarry.organization';

/**
 * The role's name in PostgreSQL. Roles belong to a cluster, which several databases share, so the name contains the
 * owner of the tables: an installation with another owner has different roles, without rights here.
 */
export function roleName(owner: string, role: DatabaseRole): string {
  return `${owner}_${role}`;
}

/**
 * The role of each statement.
 *
 * @throws Error if `service` is requested outside the work for an organization: an empty result would look like an
 *   absent row
 */
export function actingAs(owner: string, role: DatabaseRole): () => ActingAs {
  const name = roleName(owner, role);
  if (role !== 'service') return () => ({ role: name, orgId: '' });
  return () => {
    const orgId = actingOrganization();
    if (orgId === undefined)
      throw new Error('A statement of the service ran for no organization: run the work within actingFor.');
    return { role: name, orgId };
  };
}
