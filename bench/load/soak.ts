import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { withService, type BenchService } from '../harness/service.ts';

const DOCUMENTS_A_ROUND = 20;
const ROUND_MS = 250;
const LINES = 10;
const DEFAULT_MINUTES = 3;

/**
 * Memory and disk while small documents arrive continuously, each round with a search: `soak --minutes 10`. Linux only:
 * it reads /proc.
 */
export async function benchSoak(): Promise<string[]> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' } }, allowPositionals: true });
  const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
  return withService(
    async (service) => {
      const lines = [`soak of ${minutes} minutes: ${await sizes(service)} after the start`];
      const startedAt = performance.now();
      let rounds = 0;
      for (let line = 1; line <= LINES; line += 1) {
        while (performance.now() - startedAt < (minutes * 60_000 * line) / LINES) {
          await service.post('/v1/documents', {
            documents: documentsFrom(rounds * DOCUMENTS_A_ROUND, DOCUMENTS_A_ROUND),
          });
          await service.post('/v1/search', { query: queryOf(rounds) });
          rounds += 1;
          await sleep(ROUND_MS);
        }
        lines.push(`  ${rounds} rounds, ${rounds * DOCUMENTS_A_ROUND} documents: ${await sizes(service)}`);
      }
      return lines;
    },
    { QUARRY_DOCUMENTS_PER_ORGANIZATION: '1000000' },
  );
}

async function sizes({ child, folder }: BenchService): Promise<string> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const disk = Number(execFileSync('du', ['-sk', join(folder, 'index')], { encoding: 'utf8' }).split('\t')[0]);
  return `${(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024).toFixed(0)} MiB resident, index of ${(disk / 1024).toFixed(0)} MiB`;
}
