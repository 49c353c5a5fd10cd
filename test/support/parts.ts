import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portIsTaken } from '../../services/process/free-port.ts';
import { POSTGRES_DATABASE, startPostgres, type EmbeddedPostgres } from '../../local/postgres/postgres.ts';
import { findTemporalCli } from '../../local/temporal/temporal-cli.ts';
import { startTemporal, type EmbeddedTemporal } from '../../local/temporal/temporal.ts';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { eventually } from './eventually.ts';
import { startProcess, type QuarryProcess } from './process.ts';

const HOST = '127.0.0.1';

export const PARTS = ['worker', 'api', 'temporal', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

/** The four parts of an installation, each a process of its own that can be killed and comes back where it was. */
export interface Parts {
  key: string;
  rest: string;
  /** host:port */
  grpc: string;
  databaseUrl: string;
  /** Kills a part with -9. */
  kill(part: Part): Promise<void>;
  start(part: Part): Promise<void>;
  /** Stops a process where it stands, without ending it. */
  freeze(part: 'api' | 'worker'): void;
  thaw(part: 'api' | 'worker'): void;
  stop(): Promise<void>;
}

export async function startParts(folder: string, environment: Record<string, string>): Promise<Parts> {
  const [port, grpcPort, temporalPort, uiPort] = [
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
  ];
  const cli = await findTemporalCli(process.env.QUARRY_TEMPORAL_CLI, () => {});
  const folders = { postgres: join(folder, 'postgres'), temporal: join(folder, 'temporal') };
  const key = newApiKey();
  let postgres: EmbeddedPostgres | undefined;
  let temporal: EmbeddedTemporal | undefined;
  const processes = new Map<'api' | 'worker', QuarryProcess>();
  const databaseUrl = () => postgres?.url(POSTGRES_DATABASE) ?? '';
  const own: Record<string, string> = {
    TEMPORAL_ADDRESS: `${HOST}:${temporalPort}`,
    QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    QUARRY_BOOTSTRAP_KEY: key,
    TMPDIR: folder,
    QUARRY_DATA_DIR: join(folder, 'data'),
    QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
    QUARRY_PORT: String(port),
    QUARRY_GRPC_PORT: String(grpcPort),
    QUARRY_RATE_LIMITS: 'off',
    ...environment,
  };

  async function start(part: Part): Promise<void> {
    if (part === 'postgres') postgres = await startPostgres({ folder: folders.postgres });
    else if (part === 'temporal')
      temporal = await startTemporal({
        cli,
        folder: folders.temporal,
        port: temporalPort,
        uiPort,
        namespace: 'default',
      });
    else processes.set(part, await startProcess([part], { ...own, DATABASE_URL: databaseUrl() }));
  }

  async function kill(part: Part): Promise<void> {
    if (part === 'postgres') await killByFile(join(folders.postgres, 'cluster', 'postmaster.pid'));
    else if (part === 'temporal') await killByFile(join(folders.temporal, 'temporal.pid'));
    else await processes.get(part)?.end('SIGKILL');
  }

  for (const part of ['postgres', 'temporal', 'worker', 'api'] as const) await start(part);
  return {
    key,
    kill,
    start,
    freeze: (part) => void processes.get(part)?.child.kill('SIGSTOP'),
    thaw: (part) => void processes.get(part)?.child.kill('SIGCONT'),
    rest: `http://${HOST}:${port}`,
    grpc: `${HOST}:${grpcPort}`,
    databaseUrl: databaseUrl(),
    stop: async () => {
      await Promise.all([...processes.values()].map((one) => one.end('SIGTERM')));
      await temporal?.stop();
      await postgres?.stop();
    },
  };
}

// Below what the system gives to connections: one that is tried again and again would else take a killed server's port.
const LOWEST_PORT = 20_000;
const PORTS = 10_000;

async function lastingPort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS);
    if (!(await portIsTaken(HOST, port))) return port;
  }
}

/** By the number that stands first in the file. */
async function killByFile(path: string): Promise<void> {
  const pid = Number.parseInt(await readFile(path, 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
  await eventually(
    5_000,
    async () => existsSync(`/proc/${pid}`),
    (isThere) => !isThere,
  );
}
