import assert from 'node:assert/strict';
import { migrate } from '../../services/database/migrate.ts';
import { openDatabase } from '../../services/database/open.ts';
import { createEmptyDatabase } from '../support/postgres.ts';

describe('migrations', () => {
  it('create exactly the schema that the entities describe', async () => {
    const scratch = await createEmptyDatabase();
    await migrate(scratch.url);
    const { orm, database } = await openDatabase(scratch.url);
    const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await database.close();
    await scratch.drop();
    assert.equal(difference.trim(), '');
  });

  it('run once, even if several processes start together', async () => {
    const scratch = await createEmptyDatabase();
    const runs = await Promise.all([migrate(scratch.url), migrate(scratch.url), migrate(scratch.url)]);
    await scratch.drop();
    assert.deepEqual(runs.filter((names) => names.length > 0).length, 1);
  });
});
