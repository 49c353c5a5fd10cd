import assert from 'node:assert/strict';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createPurge } from '../../services/retention/purge.ts';
import { createPages } from '../../services/fetch/pages.ts';
import { createReadSource } from '../../services/research/gather/read-source.ts';
import { createTestDatabase } from '../support/postgres.ts';

describe('a source of a run from our own index', () => {
  it('is stored with the run, however old the document is', async () => {
    const { database, drop } = await createTestDatabase();
    try {
      const { orgId } = await createAccounts(database, systemClock).createOrganization('sources', 0);
      const url = 'https://a.example/old';
      await database.query(
        `insert into documents (id, org_id, url, canonical_url, title, text, source, content_hash, created_at, updated_at)
           values ('doc_1', $1, $2, $2, 'Old', 'It is old.', 'api', repeat('0', 64), now() - interval '40 days', now() - interval '40 days')`,
        [orgId, url],
      );
      const pages = createPages(database);
      const elsewhere = () => assert.fail('read from the web');
      const read = createReadSource({
        database,
        clock: systemClock,
        pages,
        readAndStore: elsewhere,
        robotsRefusal: elsewhere,
      });
      await read({ readerId: 'run_1', orgId, ordinal: 1 }, url, new AbortController().signal);
      await createPurge(database, systemClock)();
      const [page] = (await pages.ofReader('run_1')).values();
      assert.equal(page?.status === 'ok' && page.markdown, 'It is old.');
    } finally {
      await drop();
    }
  });
});
