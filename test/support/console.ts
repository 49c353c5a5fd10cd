import assert from 'node:assert/strict';
import { createLoginLink, createRoleLink } from '../../services/accounts/members/login-links.ts';
import { newId } from '../../services/core/ids.ts';
import type { User } from '../../entities/accounts/user.ts';
import { call, type Answered, type TestQuarry } from './quarry.ts';

/** A member whose browser is signed in. */
export interface SignedIn {
  /** The header `cookie`. */
  cookie: string;
  csrfToken: string;
  /** Makes a call as a page of the console does. An empty header is omitted. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
}

/** A token that signs in an owner. @param orgId absent: of the first organization */
export async function linkOf({ database }: TestQuarry, orgId?: string): Promise<string> {
  return (await database.transaction((sql) => createRoleLink(sql, { orgId, role: 'owner', at: new Date() }))).token;
}

/** Signs in an owner, by HTTP. */
export async function signInOwner(quarry: TestQuarry, orgId?: string): Promise<SignedIn> {
  return signInWith(quarry, await linkOf(quarry, orgId));
}

/** Makes a member of the first organization with a role, and signs it in. */
export async function signInAs(quarry: TestQuarry, role: User['role']): Promise<SignedIn> {
  const at = new Date();
  const userId = newId('usr');
  const { builder } = quarry.database;
  const { id: orgId } = await builder.selectFrom('organizations').select('id').orderBy('id').executeTakeFirstOrThrow();
  await builder.insertInto('users').values({ id: userId, org_id: orgId, name: role, role, created_at: at }).execute();
  return signInWith(quarry, (await createLoginLink(quarry.database, { orgId, userId }, at)).token);
}

/** Signs in by a link's token, by HTTP. */
export async function signInWith(quarry: TestQuarry, token: string): Promise<SignedIn> {
  const { status, body, headers } = await call(`${quarry.url}/console/session`, 'POST', { token });
  assert.equal(status, 200, `${status} ${JSON.stringify(body)}`);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const own = { cookie, 'x-quarry-csrf': body.csrf_token };
  return {
    cookie,
    csrfToken: body.csrf_token,
    call: (method, path, sent, more) => call(quarry.url + path, method, sent, { ...own, ...more }),
  };
}
