import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../harness/service.ts';

const STARTS = 5;

/**
 * Time from a start, the second or a later one, to the ready line, compared with a bare start of Node on the same
 * machine.
 */
export async function benchStart(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  try {
    await (await startService(folder)).stop();
    const starts: number[] = [];
    for (let count = 0; count < STARTS; count += 1) {
      const startedAt = performance.now();
      const service = await startService(folder);
      starts.push(performance.now() - startedAt);
      await service.stop();
    }
    const median = starts.sort((one, other) => one - other)[Math.floor(STARTS / 2)] ?? Number.NaN;
    const bareStartedAt = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    const bare = performance.now() - bareStartedAt;
    return [
      `second start to ready: median ${(median / 1000).toFixed(2)} s (target 6 s); node -e 0: ${bare.toFixed(0)} ms`,
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
