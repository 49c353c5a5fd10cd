import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A process of its own: the fault ends it.
const CLOSES_IN_USE = `
  import { createLanceIndex } from ${JSON.stringify(new URL('../../services/index/lancedb/lancedb.ts', import.meta.url).href)};
  import { batches, document } from ${JSON.stringify(new URL('../unit/index/contract.ts', import.meta.url).href)};
  const index = createLanceIndex({ folder: process.argv[1] });
  await index.rebuild(batches());
  for (let time = 1; time <= 40; time += 1) {
    await index.upsert([document(String(time))]);
    const calls = [index.optimize(), index.state(), index.state()];
    await new Promise((resolve) => setTimeout(resolve, time % 15));
    await index.close();
    await Promise.allSettled(calls);
  }
  process.exit(0);
`;

describe('the LanceDB index, closed in use', () => {
  it('waits for running calls: no SIGSEGV ends the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-index-'));
    const child = spawn(process.execPath, ['--input-type=module', '--eval', CLOSES_IN_USE, folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await rm(folder, { recursive: true, force: true });
  });
});
