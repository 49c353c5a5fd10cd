import pg, { type ClientBase, type Pool } from 'pg';
import { DATABASE_ROLES, roleName } from './roles.ts';

const TABLES_OWNER = `select coalesce(
  (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('organizations')), current_user) as owner`;

const PRIVILEGE_MISSING = '42501';
// Another process has concurrently created the same role or membership, or changed it.
const MADE_BY_ANOTHER = new Set(['42710', '23505', 'XX000']);
const TRIES = 20;
// Since PostgreSQL 16, a membership states whether its rights are inherited, and whether the member may act as the
// role.
const SEPARATE_OPTIONS = 160_000;

/**
 * Creates the roles that the service acts as, and lets the user of this connection act as them. Safe to repeat, and to
 * run in several databases of one cluster at the same time.
 *
 * @returns owner of the tables, whose name is part of the roles' names
 * @throws Error with the statements for an administrator, if the user may not do this
 */
export async function ensureRoles(client: ClientBase): Promise<string> {
  const owner = await ownerOf(client);
  for (const role of DATABASE_ROLES) {
    const name = roleName(owner, role);
    await unlessDone(client, { owner, name, exists: EXISTS, statement: `create role ${quoted(name)} nologin` });
    const isSeparate = (await serverVersion(client)) >= SEPARATE_OPTIONS;
    const exists = isSeparate ? MAY_ACT : IS_MEMBER;
    await unlessDone(client, {
      owner,
      name,
      exists,
      statement: `grant ${quoted(name)} to current_user${optionsFor(isSeparate)}`,
    });
  }
  return owner;
}

/** The owner of the tables; in a database without tables, the user that is about to create them. */
export async function ownerOf(client: ClientBase | Pool): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(TABLES_OWNER);
  return rows[0]?.owner ?? '';
}

async function serverVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return rows[0]?.version ?? 0;
}

const EXISTS = 'select 1 from pg_roles where rolname = $1';
const MAY_ACT = `select 1 where pg_has_role($1, 'SET')`;
const IS_MEMBER = `select 1 where pg_has_role($1, 'MEMBER')`;

// Not inherited: unless it acts as a role, the owner of the tables has none of the role's rights.
const optionsFor = (isSeparate: boolean) => (isSeparate ? ' with inherit false, set true' : '');

const quoted = (name: string) => pg.escapeIdentifier(name);

interface RoleStatement {
  owner: string;
  name: string;
  /** Returns a row if it is done. */
  exists: string;
  statement: string;
}

async function unlessDone(client: ClientBase, { owner, name, exists, statement }: RoleStatement): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await client.query(exists, [name])).rows.length > 0) return;
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === PRIVILEGE_MISSING) throw await rolesMissing(client, owner, error);
      if (!MADE_BY_ANOTHER.has(code) || attempt === TRIES) throw error;
    }
  }
}

async function rolesMissing(client: ClientBase, owner: string, cause: unknown): Promise<Error> {
  const { rows } = await client.query<{ login: string }>('select current_user as login');
  const login = rows[0]?.login ?? owner;
  const names = DATABASE_ROLES.map((role) => quoted(roleName(owner, role)));
  const options = optionsFor((await serverVersion(client)) >= SEPARATE_OPTIONS);
  const statements = [
    ...names.map((name) => `create role ${name} nologin;`),
    `grant ${names.join(', ')} to ${quoted(login)}${options};`,
  ];
  return new Error(
    `The user ${login} of DATABASE_URL may not create the roles that the service uses. An administrator of PostgreSQL must run these statements once; then start again:\n${statements.join('\n')}`,
    { cause },
  );
}
