import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedServer, type PackedServer } from '../support/packed-server.ts';
import { publintSays } from '../support/publint.ts';
import { call } from '../support/quarry.ts';

describe('the package that `npm pack` makes, installed outside a clone', function () {
  this.timeout(300_000);
  let installed: PackedServer;
  before(async () => {
    installed = await installedServer();
  });
  after(() => installed.remove());

  it('leaves the manifest of the clone as it was', async () => {
    const clone = join(installed.folder, '..', 'clone', 'package.json');
    assert.equal(await readFile(clone, 'utf8'), await readFile('package.json', 'utf8'));
  });

  it('has no tests, no benchmarks and no data of a clone', () => {
    assert.ok(installed.files.length > 1_000, `${installed.files.length} files`);
    assert.deepEqual(
      installed.files.filter((name) => /^(?:(?:test|bench|\.data|node_modules)\b|sdk\/(?!contract\/))/.test(name)),
      [],
    );
  });

  it('has a manifest in which publint finds no fault', async () => {
    assert.match(await publintSays(installed.tarball), /All good!/);
  });

  it('starts the whole service by `npx quarry start`, which finds by `npx quarry search` what was indexed', async () => {
    const service = await installed.start();
    let left: unknown;
    try {
      const key = (await readFile(join(installed.folder, '.data/api-key'), 'utf8')).trim();
      const document = {
        url: 'https://birds.example.com/dipper',
        title: 'Dippers',
        text: 'A dipper walks under water.',
      };
      await call(`${service.rest}/v1/documents`, 'POST', { documents: [document] }, { 'x-api-key': key });
      const found = JSON.parse(await installed.quarry('search', '--url', service.rest, '--json', 'dipper walks'));
      assert.deepEqual([found.url, found.title], [document.url, document.title]);
      const console = await call(`${service.rest}/`, 'GET');
      assert.match(String(console.body), /\/console\/assets\/main-/);
    } finally {
      left = await service.stop();
    }
    assert.deepEqual(left, []);
  });
});
