import type { Observer } from '../telemetry/observer.ts';
import { databaseOn, type Database } from './database.ts';
import { ownerOf } from './roles/ensure-roles.ts';
import { actingAs, DATABASE_ROLES, type DatabaseRole } from './roles/roles.ts';

/** One database over one pool, seen as each role. */
export interface DatabaseByRole {
  as: Record<DatabaseRole, Database>;
  /** Owner of the tables, whose name is part of the roles' names. */
  owner: string;
}

/**
 * Gives access by role to a migrated database.
 *
 * @param observer measures and traces the statements
 */
export async function databaseByRole({ pool, close }: Database, observer?: Observer): Promise<DatabaseByRole> {
  const owner = await ownerOf(pool);
  const as = (role: DatabaseRole): [DatabaseRole, Database] => [
    role,
    { ...databaseOn(pool, { observer, as: actingAs(owner, role) }), close },
  ];
  return { owner, as: Object.fromEntries(DATABASE_ROLES.map(as)) as Record<DatabaseRole, Database> };
}
