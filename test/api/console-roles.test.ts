import assert from 'node:assert/strict';
import Router from '@koa/router';
import { consoleRoutes } from '../../api/rest/console/console-routes.ts';
import type { ConsoleServing } from '../../api/rest/console/console-call.ts';
import type { State } from '../../api/rest/pipeline/state.ts';
import { MEMBER_ROLES, type User } from '../../entities/accounts/user.ts';
import { signInAs, type SignedIn } from '../support/console.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

type Role = User['role'];

interface Route {
  /** Who gets further than to 403. */
  may: readonly Role[];
  /** Made of nothing that there is, so that the call changes nothing for those who may. */
  body?: object;
}

const EVERY = MEMBER_ROLES;
const OWNERS = ['owner'] as const;
const OWNERS_AND_MEMBERS = ['owner', 'member'] as const;
const OPERATORS = ['operator'] as const;

/** Every route of the console that needs a session. */
const ROUTES: Record<string, Route> = {
  'GET /console/balance': { may: EVERY },
  'PUT /console/password': { may: EVERY, body: {} },
  'GET /console/keys': { may: OWNERS_AND_MEMBERS },
  'POST /console/keys': { may: OWNERS, body: {} },
  'PATCH /console/keys/:id': { may: OWNERS, body: {} },
  'DELETE /console/keys/:id': { may: OWNERS },
  'GET /console/members': { may: OWNERS_AND_MEMBERS },
  'POST /console/members': { may: OWNERS, body: {} },
  'POST /console/members/:id/link': { may: OWNERS, body: {} },
  'PATCH /console/members/:id': { may: OWNERS, body: {} },
  'DELETE /console/members/:id': { may: OWNERS },
  'GET /console/audit': { may: OWNERS },
  'GET /console/statement': { may: OWNERS_AND_MEMBERS },
  'GET /console/organizations': { may: OPERATORS },
  'POST /console/organizations/:id/credits': { may: OPERATORS, body: {} },
  'GET /console/organizations/:id/statement': { may: OPERATORS },
  'GET /console/service': { may: ['owner', 'member', 'operator'] },
};

/** They begin, tell and end a session, so they need none. */
const WITHOUT_SESSION = ['POST /console/session', 'GET /console/session', 'DELETE /console/session'];

describe('a role in the console', () => {
  let quarry: TestQuarry;
  const sessions = new Map<Role, SignedIn>();
  before(async () => {
    quarry = await startQuarry();
    for (const role of EVERY) sessions.set(role, await signInAs(quarry, role));
  });
  after(() => quarry.stop());

  it('is tested on every route that there is', () => {
    const router = new Router<State>();
    consoleRoutes(router, {} as ConsoleServing);
    const routes = router.stack.flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    );
    assert.deepEqual(routes.toSorted(), [...Object.keys(ROUTES), ...WITHOUT_SESSION].toSorted());
  });

  for (const [route, { may, body }] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace(':id', 'key_absent');

    for (const role of EVERY)
      it(`${role} ${may.includes(role) ? 'may' : 'may not'} call ${route}`, async () => {
        const { status, body: answered } = (await sessions.get(role)?.call(method, address, body)) ?? assert.fail();
        if (may.includes(role)) assert.ok([200, 400, 404].includes(status), `${status} ${JSON.stringify(answered)}`);
        else assert.deepEqual([status, answered.error.code], [403, 'PERMISSION_DENIED']);
      });

    it(`counts only with the CSRF token and from the console's own pages: ${route}`, async () => {
      const owner = sessions.get(may[0] ?? 'owner') ?? assert.fail();
      const status = async (headers: Record<string, string>) =>
        (await owner.call(method, address, body, headers)).status;
      assert.equal(await status({ 'x-quarry-csrf': '' }), 403);
      assert.equal(await status({ origin: 'https://evil.example' }), 403);
      assert.equal(await status({ 'sec-fetch-site': 'cross-site' }), 403);
      assert.equal(await status({ 'sec-fetch-site': 'same-site' }), 403);
      assert.equal((await call(quarry.url + address, method, body)).status, 401);
      assert.equal((await quarry.call(method, address, body)).status, 401, 'an API key is no session');
    });
  }
});
