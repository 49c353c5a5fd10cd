import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLanceIndex } from '../../../../services/index/lancedb/lancedb.ts';
import type { PassageIndex } from '../../../../services/index/port.ts';
import { writeForeignIndex, writeFormerIndex } from '../../../support/former-index.ts';
import { batches, document, query } from '../contract.ts';

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Says when the first batch is in the new table, and waits for its end there. */
const REBUILDS = `
  import { createLanceIndex } from ${moduleUrl('../../../../services/index/lancedb/lancedb.ts')};
  import { document } from ${moduleUrl('../contract.ts')};
  const index = createLanceIndex({ folder: process.argv[1] });
  setInterval(() => {}, 1_000);
  await index.rebuild((async function* () {
    yield [document('b')];
    process.stdout.write('written');
    await new Promise(() => {});
  })());
`;

/** A process that is killed between two batches of a rebuild. */
async function killedInRebuild(folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', REBUILDS, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a LanceDB index of another schema', () => {
  let folder: string;
  let index: PassageIndex;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    index = createLanceIndex({ folder });
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });
  const found = async (searched = index, text = 'heron') =>
    (await searched.search(query({ query: text }))).map((hit) => hit.documentId).sort();
  const tables = async () => (await readdir(folder)).filter((name) => name.endsWith('.lance'));

  it('is searched by the columns that it has', async () => {
    await writeFormerIndex(folder, [document('a', { title: 'On herons' }), document('b', { orgId: 'org_2' })]);
    const [hit, ...others] = await index.search(query());
    assert.deepEqual(others, []);
    assert.deepEqual(
      [hit?.documentId, hit?.heading, hit?.path, hit?.isOutdated],
      ['a', 'On herons\nExample\n', '', true],
    );
    const state = await index.state();
    assert.deepEqual([state.status, 'documents' in state && state.documents], ['outdated', 2]);
  });

  it('answers during its rebuild, also in another process, accepts changes, and is removed afterwards', async () => {
    await writeFormerIndex(folder, [document('a'), document('b')]);
    const reader = createLanceIndex({ folder });
    const during: string[][] = [];
    try {
      assert.deepEqual(await found(reader), ['a', 'b']);
      await index.rebuild(
        (async function* () {
          yield [document('a'), document('b')];
          await index.upsert([document('c')]);
          await index.remove(['b']);
          during.push(await found(reader));
          yield [document('d')];
        })(),
      );
      assert.deepEqual(during, [['a', 'c']]);
      assert.deepEqual(await found(reader), ['a', 'c', 'd']);
      assert.equal((await reader.state()).status, 'ready');
      assert.equal((await tables()).length, 1);
    } finally {
      await reader.close();
    }
  });

  it('answers after a rebuild that was killed, until the next one is complete', async () => {
    await writeFormerIndex(folder, [document('a')]);
    await killedInRebuild(folder);
    assert.deepEqual(await found(), ['a']);
    assert.equal((await index.state()).status, 'outdated');
    await index.rebuild(batches(document('b'), document('c')));
    assert.deepEqual(await found(), ['b', 'c']);
    assert.equal((await index.state()).status, 'ready');
    assert.equal((await tables()).length, 1);
  });

  it('is searched from the first batch of its rebuild if it cannot be read', async () => {
    await writeForeignIndex(folder);
    await assert.rejects(found(), { name: 'IndexUnusableError' });
    const reader = createLanceIndex({ folder });
    const during: string[][] = [];
    try {
      await index.rebuild(
        (async function* () {
          yield [document('a')];
          during.push(await found(reader));
          await index.upsert([document('b')]);
          await index.remove(['a']);
          during.push(await found(reader));
          yield [document('b', { text: 'A grebe once.' }), document('c')];
        })(),
      );
      assert.deepEqual(during, [['a'], ['b']]);
      assert.deepEqual(await found(reader), ['b', 'c']);
      assert.deepEqual(await index.state(), { status: 'ready', passages: 2, documents: 2 });
    } finally {
      await reader.close();
    }
  });

  it('answers from the batches of a killed rebuild if there is no other table', async () => {
    await killedInRebuild(folder);
    assert.deepEqual(await found(), ['b']);
    assert.equal((await index.state()).status, 'outdated');
    await index.rebuild(batches(document('a')));
    assert.deepEqual(await found(), ['a']);
    assert.equal((await tables()).length, 1);
  });
});
