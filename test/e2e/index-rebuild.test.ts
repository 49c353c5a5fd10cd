import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { POSTGRES_FOLDER } from '../../local/data-folder.ts';
import { POSTGRES_DATABASE, startPostgres } from '../../local/postgres/postgres.ts';
import { systemClock } from '../../services/core/clock.ts';
import type { Database } from '../../services/database/database.ts';
import { migrate } from '../../services/database/migrate.ts';
import { openDatabase } from '../../services/database/open.ts';
import { createDocuments } from '../../services/documents/documents.ts';
import { newId } from '../../services/core/ids.ts';
import { createLanceIndex, indexFolder } from '../../services/index/lancedb/lancedb.ts';
import { clusterUrl, createTestDatabase } from '../support/postgres.ts';
import { processesOf, runProcess } from '../support/process.ts';
import { startQuarry } from '../support/quarry.ts';

const REBUILT = { code: 0, stdout: 'rebuilt the index of 2 documents\n', stderr: 'quarry: indexed 2 of 2 documents\n' };

const DOCUMENTS = [
  { url: 'https://example.com/heron', text: 'The heron waits.' },
  { url: 'https://example.com/bittern', text: 'The bittern booms.' },
];

async function store(database: Database): Promise<void> {
  await createDocuments({ database, clock: systemClock, newId, limits: { documentsPerOrganization: 10 } }).index(
    'org_1',
    DOCUMENTS,
  );
}

async function documentsIn(dataFolder: string): Promise<unknown> {
  const index = createLanceIndex({ folder: indexFolder(dataFolder) });
  const state = await index.state();
  await index.close();
  return state;
}

describe('quarry index rebuild', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-rebuild-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('makes a running service rebuild its index, and waits for it', async () => {
    const lines: string[] = [];
    const quarry = await startQuarry(
      {},
      { log: pino({ base: null }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) }) },
    );
    try {
      const [row] = await quarry.database.query<{ name: string }>('select current_database() as name');
      await quarry.call('POST', '/v1/documents', { documents: DOCUMENTS });
      // The service never hears of these, as after a database was restored under it.
      await quarry.database.query(
        "update documents set text = 'A grebe dives.', content_hash = 'restored' where url like '%heron'",
      );
      const found = async () => (await quarry.call('POST', '/v1/search', { query: 'grebe' })).body.documents.length;
      assert.equal(await found(), 0);
      assert.deepEqual(
        await runProcess(['index', 'rebuild'], { DATABASE_URL: clusterUrl(row?.name ?? ''), QUARRY_DATA_DIR: folder }),
        REBUILT,
      );
      assert.equal(await found(), 1);
      const rebuilds = lines
        .filter((line) => line.startsWith('index rebuild: '))
        .map((line) => line.replace(/after \S+ s/, 'after a while'));
      assert.deepEqual(rebuilds.slice(-2), [
        'index rebuild: 0 of 2 documents',
        'index rebuild: complete after a while, 2 of 2 documents',
      ]);
    } finally {
      await quarry.stop();
    }
  });

  it('builds the index itself if no service runs', async () => {
    const scratch = await createTestDatabase();
    try {
      await store(scratch.database);
      assert.deepEqual(
        await runProcess(['index', 'rebuild'], { DATABASE_URL: scratch.url, QUARRY_DATA_DIR: folder }),
        REBUILT,
      );
      assert.deepEqual(await documentsIn(folder), { status: 'ready', passages: 2, documents: 2 });
    } finally {
      await scratch.drop();
    }
  });

  it('has a companion command that shows what is indexed and embedded', async () => {
    const scratch = await createTestDatabase();
    try {
      await store(scratch.database);
      const environment = {
        DATABASE_URL: scratch.url,
        QUARRY_DATA_DIR: folder,
        QUARRY_EMBEDDINGS_MODEL: 'm',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      };
      const status = () => runProcess(['index', 'status'], environment);
      assert.match((await status()).stdout, /^index: unusable: .*\nwaiting to be indexed: 2 changes of documents\n/);
      await runProcess(['index', 'rebuild'], environment);
      await scratch.database.query('delete from index_outbox');
      const line = 'index: 2 documents, 2 passages\nembedded: 0 of 2 passages (0 %), none at present\n';
      assert.deepEqual(await status(), { code: 0, stdout: line, stderr: '' });
      const off = await runProcess(['index', 'status'], { ...environment, QUARRY_EMBEDDINGS_MODEL: 'off' });
      assert.equal(off.stdout, 'index: 2 documents, 2 passages\nembedded: off\n');
    } finally {
      await scratch.drop();
    }
  });

  it('starts the embedded PostgreSQL for it, and stops it', async () => {
    const server = await startPostgres({ folder: join(folder, POSTGRES_FOLDER), fsync: false });
    await migrate(server.url(POSTGRES_DATABASE));
    const { database } = await openDatabase(server.url(POSTGRES_DATABASE));
    await store(database);
    await database.close();
    await server.stop();
    assert.deepEqual(await runProcess(['index', 'rebuild'], { QUARRY_DATA_DIR: folder }), REBUILT);
    assert.deepEqual(await documentsIn(folder), { status: 'ready', passages: 2, documents: 2 });
    assert.deepEqual(processesOf(folder), []);
  });

  it('names the locations that it searched if there is no database', async () => {
    const { code, stderr } = await runProcess(['index', 'rebuild'], { QUARRY_DATA_DIR: join(folder, 'nothing') });
    assert.deepEqual([code, stderr.includes(`There is no database in ${join(folder, 'nothing')}`)], [1, true]);
  });
});
