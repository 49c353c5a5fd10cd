import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAccess } from '../../../cli/client/service-client.ts';

describe('the key of a command', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-cli-'));
    await writeFile(join(folder, 'api-key'), 'qry_test_key\n');
  });
  after(() => rm(folder, { recursive: true }));

  it('is not that of the data folder for another host', async () => {
    await assert.rejects(localAccess({ QUARRY_URL: 'https://quarry.example.com' }), /quarry login/);
  });

  it('is that of a data folder that is named, for any host', async () => {
    const access = await localAccess({ QUARRY_URL: 'https://quarry.example.com', QUARRY_DATA_DIR: folder });
    assert.deepEqual(access, { url: 'https://quarry.example.com', key: 'qry_test_key' });
  });
});
