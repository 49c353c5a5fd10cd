import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withoutBenchVariables, type BenchService } from './service.ts';

const run = promisify(execFile);

/** Reads the pages of a folder into a service, as `quarry ingest` does. */
export async function ingest({ folder, rest }: BenchService, pages: string, baseUrl: string): Promise<void> {
  await run(process.execPath, ['cli/quarry.ts', 'ingest', pages, '--base-url', baseUrl], {
    env: { ...withoutBenchVariables(process.env), QUARRY_DATA_DIR: folder, QUARRY_PORT: new URL(rest).port },
  });
}
