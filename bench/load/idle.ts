import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withService } from '../harness/service.ts';

const SETTLE_MS = 10_000;
const WATCH_MS = 30_000;
const TICKS_A_SECOND = 100;
const USER_TICKS_FIELD = 11;

/** CPU and memory of the service's Node process while it is idle. Linux only: it reads /proc. */
export async function benchIdle(): Promise<string[]> {
  return withService(async (service) => {
    const pid = service.child.pid ?? 0;
    await sleep(SETTLE_MS);
    const before = await cpuSeconds(pid);
    await sleep(WATCH_MS);
    const share = ((await cpuSeconds(pid)) - before) / (WATCH_MS / 1000);
    const rss = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [
      `idle: ${(share * 100).toFixed(1)} % of one core (target 3 %), ${(Number(rss) / 1024).toFixed(0)} MiB resident (target 500 MB)`,
    ];
  });
}

async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS_FIELD]) + Number(fields[USER_TICKS_FIELD + 1])) / TICKS_A_SECOND;
}
