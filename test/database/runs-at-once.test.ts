import assert from 'node:assert/strict';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { newId } from '../../services/core/ids.ts';
import { systemClock } from '../../services/core/clock.ts';
import type { Database } from '../../services/database/database.ts';
import { openDatabase } from '../../services/database/open.ts';
import { insertRun } from '../../services/research/run/insert-run.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const AT_ONCE = 10;

describe('the agent runs of an organization at once', () => {
  let scratch: TestDatabase;
  let processes: Database[];
  before(async () => {
    scratch = await createTestDatabase();
    processes = await Promise.all([1, 2, 3].map(async () => (await openDatabase(scratch.url)).database));
  });
  after(async () => {
    await Promise.all(processes.map((database) => database.close()));
    await scratch.drop();
  });

  it('are never more than the limit, however many processes create them together', async () => {
    const { orgId, keyId } = await createAccounts(scratch.database, systemClock).createOrganization('racing', 10_000);
    const filters = { includeDomains: [], excludeDomains: [], scopes: [], from: null, to: null };
    const create = (database: Database) =>
      database.transaction((sql) =>
        insertRun(sql, {
          orgId,
          callerId: keyId,
          runId: newId('run'),
          options: { query: 'leave', outputSchema: null, effort: 'low', filters },
          runsAtOnce: AT_ONCE,
          isFull: false,
          at: systemClock.now(),
        }),
      );
    const racing = await Promise.allSettled(
      processes.flatMap((database) => Array.from({ length: 12 }, () => create(database))),
    );
    const refused = racing.filter((one) => one.status === 'rejected');
    assert.equal(racing.length - refused.length, AT_ONCE);
    assert.ok(refused.every(({ reason }) => reason.code === 'RATE_LIMITED'));
    const rows = await scratch.database.query('select id from agent_runs where org_id = $1', [orgId]);
    assert.equal(rows.length, AT_ONCE);
  });
});
