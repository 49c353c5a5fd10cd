import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** The health check of the workers in docker-compose.yml, run as a container runs it; whether it passes. */
export async function workerHealthCheck(): Promise<(healthFile: string) => Promise<boolean>> {
  const { services } = parse(await readFile('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, { healthcheck: { test: string[] } }>;
  };
  const [kind, command = ''] = services['worker-fetch']?.healthcheck.test ?? [];
  assert.equal(kind, 'CMD-SHELL');
  const shown = command.replaceAll('$$', '$');
  return (healthFile) =>
    new Promise((resolve) => {
      execFile('sh', ['-c', shown], { env: { ...process.env, QUARRY_HEALTH_FILE: healthFile } }, (error) =>
        resolve(error === null),
      );
    });
}
