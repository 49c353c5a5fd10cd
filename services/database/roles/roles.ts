import { actingOrganization } from './acting.ts';

/**
 * Who acts on the tables. @see docs/decisions/0032-row-level-security.md
 *
 * - `service`: the rows of one organization, and what everyone may read
 * - `sign_in`: finds out for whom a call is, by a key, a session, a link, a password or a feed's token
 * - `background`: what crosses organizations: the index writer, reconcilers, purge, metrics
 * - `operator`: the operator's commands and the first start
 */
export const DATABASE_ROLES = ['service', 'sign_in', 'background', 'operator'] as const;

export type DatabaseRole = (typeof DATABASE_ROLES)[number];

/** The role and the organization of a statement, as PostgreSQL is told them. */
export interface ActingAs {
  /** Name of the role in PostgreSQL. */
  role: string;
  /** Empty: no organization, so that a policy of one matches no row. */
  orgId: string;
}

/** The setting that the policies read. */
export const ORGANIZATION_SETTING = 'quarry.organization';

/**
 * The name in PostgreSQL. Roles belong to a cluster and databases share it, so the owner of the tables is a part of the
 * name: an installation with another owner has other roles, and no rights by these.
 */
export function roleName(owner: string, role: DatabaseRole): string {
  return `${owner}_${role}`;
}

/**
 * As whom each statement of a role runs.
 *
 * @throws Error when `service` is asked outside of the work for an organization: an empty result would look like an
 * absent row
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
