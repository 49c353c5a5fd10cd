import assert from 'node:assert/strict';
import { newId } from '../../services/core/ids.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

// Three passes of the reconciler, on a machine that does other things too.
const HEALED_WITHIN_MS = 40_000;

/** What crashes leave between the rows of runs and their workflows is made by hand here: rows as those crashes leave them. */
describe('the reconciler of agent runs', () => {
  let quarry: TestQuarry;
  let site: Site;
  let orgId: string;
  let closed = 0;

  before(async () => {
    site = await startSite({ '/never': (request) => void request.once('close', () => (closed += 1)) });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    const [organization] = await quarry.database.query<{ id: string }>('select id from organizations');
    orgId = organization?.id ?? '';
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const statusOf = async (id: string) =>
    (await quarry.call('GET', `/v1/agent/runs/${id}`)).body as {
      status: string;
      stop_reason: string;
      error?: { code: string };
    };

  async function leaveRow(status: 'pending' | 'running', amount: number): Promise<string> {
    const id = newId('run');
    await quarry.database.query(
      `insert into agent_runs (id, org_id, status, query, effort, attempt, created_at) values ($1, $2, $3, '', 'low', 1, now() - interval '1 minute')`,
      [id, orgId, status],
    );
    await quarry.database.query(
      `insert into holds (business_key, org_id, amount, state, created_at) values ($1, $2, $3, 'open', now())`,
      [`${id}:1`, orgId, amount],
    );
    await quarry.database.query('update organizations set held = held + $2 where id = $1', [orgId, amount]);
    return id;
  }

  it('starts runs that are still pending, more than fit into one pass', async () => {
    const ids = await Promise.all(Array.from({ length: 105 }, () => leaveRow('pending', 1)));
    const completed = await eventually(
      HEALED_WITHIN_MS,
      () => quarry.database.query(`select id from agent_runs where status = 'completed' and id = any($1)`, [ids]),
      (runs) => runs.length === ids.length,
    );
    assert.equal(completed.length, ids.length);
  });

  it('ends a run whose workflow is gone, and releases its credits', async () => {
    const before = (await quarry.call('GET', '/v1/account')).body;
    const id = await leaveRow('running', 7);
    const run = await eventually(
      HEALED_WITHIN_MS,
      () => statusOf(id),
      ({ status }) => status === 'failed',
    );
    assert.deepEqual([run.stop_reason, run.error?.code], ['internal_error', 'INTERNAL']);
    assert.deepEqual((await quarry.call('GET', '/v1/account')).body, before);
  });

  it('stops the work of a cancelled run whose workflow missed the cancellation', async () => {
    const { body } = await quarry.call('POST', '/v1/agent/runs', { query: `What is at ${site.origin}/never` });
    await eventually(10_000, async () => site.requests.some(({ path }) => path === '/never'), Boolean);
    await quarry.database.query(
      `update agent_runs set status = 'cancelled', stop_reason = 'cancelled', completed_at = now() where id = $1`,
      [body.id],
    );
    assert.ok(
      (await eventually(
        HEALED_WITHIN_MS,
        async () => closed,
        (count) => count > 0,
      )) > 0,
    );
    assert.equal((await statusOf(body.id)).status, 'cancelled');
  });
});
