import assert from 'node:assert/strict';
import { databaseByRole } from '../../../services/database/by-role.ts';
import { createOrganizationOf, type FindOrganization } from '../../../worker/organization-of.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { insertRow, ownedTables } from './row-of-each-table.ts';

const OF = 'org_a';

describe('the organization of a step of a workflow', () => {
  let scratch: TestDatabase;
  let organizationOf: FindOrganization;

  before(async () => {
    scratch = await createTestDatabase();
    for (const table of await ownedTables(scratch.database)) await insertRow(scratch.database, table, OF);
    organizationOf = createOrganizationOf((await databaseByRole(scratch.database)).as.background);
  });
  after(() => scratch.drop());

  for (const [name, id] of Object.entries({
    runId: `agent_runs of ${OF}`,
    run: `monitor_runs of ${OF}`,
    monitorId: `monitors of ${OF}`,
    sourceId: `sources of ${OF}`,
    messageId: `webhook_outbox of ${OF}`,
  }))
    it(`is that of the row that ${name} identifies`, async () => {
      assert.equal(await organizationOf({ [name]: id }), OF);
      assert.equal(await organizationOf({ [name]: `${id} or none` }), undefined);
    });

  it("is the one in the step's input", async () => {
    assert.equal(await organizationOf({ orgId: 'org_b' }), 'org_b');
  });

  it('is undefined for a step that crosses organizations', async () => {
    assert.equal(await organizationOf({}), undefined);
  });
});
