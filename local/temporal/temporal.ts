import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { freePort, portIsTaken } from '../../services/process/free-port.ts';
import { spawnQuietly, waitForExit, type QuietProcess } from '../process/processes.ts';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 1_700;
const POLL_MS = 50;
const PORT_ATTEMPTS = 5;
// By default the server looks for new tasks at most 20 times a second, which delays each step of a single run by 40 ms.
// Organizations share the throughput of a queue (services/temporal/organization-options.ts).
const DYNAMIC_CONFIG = [
  'history.transferProcessorMaxPollRPS=1000',
  'history.timerProcessorMaxPollRPS=1000',
  'matching.useNewMatcher=true',
  'matching.enableFairness=true',
];
export const EMBEDDED_HOST = '127.0.0.1';

const ADDRESS_FILE = 'address';

export interface EmbeddedTemporal {
  /** host:port of the server. */
  address: string;
  uiUrl: string;
  /** Resolves when the server ends by itself. */
  ended: Promise<Error>;
  stop(): Promise<void>;
}

export interface EmbeddedTemporalOptions {
  cli: string;
  /** Holds the server's database and its process id. */
  folder: string;
  /** 0 lets the system choose. */
  port: number;
  uiPort: number;
  namespace: string;
}

/** Starts the Temporal development server with a database file, so that runs survive a restart. */
export async function startTemporal(options: EmbeddedTemporalOptions): Promise<EmbeddedTemporal> {
  const { cli, folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pidFile = pidFileOf(folder);
  await stopLeftover(pidFile, cli);
  const { server, port, uiPort } = await launch(options, pidFile);
  const address = `${EMBEDDED_HOST}:${port}`;
  const addressFile = join(folder, ADDRESS_FILE);
  await writeFile(addressFile, address, { mode: 0o600 });
  return {
    ended: server.ended,
    address,
    uiUrl: `http://${EMBEDDED_HOST}:${uiPort}`,
    stop: async () => {
      await server.stop('SIGTERM', STOP_WITHIN_MS);
      await Promise.all([pidFile, addressFile].map((path) => rm(path, { force: true })));
    },
  };
}

/** Records the process of the server that was started last, until it is stopped. */
export function pidFileOf(folder: string): string {
  return join(folder, 'temporal.pid');
}

/** host:port of a running service's server; undefined if none was started, or all were stopped. */
export function runningTemporalAddress(folder: string): string | undefined {
  const path = join(folder, ADDRESS_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

interface Launched {
  server: QuietProcess;
  port: number;
  uiPort: number;
}

/** Another program can take the chosen port before the server has it: then another port is tried. */
async function launch(options: EmbeddedTemporalOptions, pidFile: string): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort('QUARRY_TEMPORAL_PORT', options.port);
    const uiPort = await choosePort('QUARRY_TEMPORAL_UI_PORT', options.uiPort);
    const server = spawnQuietly(command(options, port, uiPort));
    await writeFile(pidFile, String(server.process.pid), { mode: 0o600 });
    try {
      await ready(`${EMBEDDED_HOST}:${port}`, server);
      return { server, port, uiPort };
    } catch (error) {
      await server.stop('SIGKILL', STOP_WITHIN_MS);
      const chosenBySystem = options.port === 0 || options.uiPort === 0;
      if (!chosenBySystem || attempt === PORT_ATTEMPTS || !server.output().includes('address already in use'))
        throw error;
    }
  }
}

function command(
  { cli, folder, namespace }: EmbeddedTemporalOptions,
  port: number,
  uiPort: number,
): [string, ...string[]] {
  return [
    cli,
    'server',
    'start-dev',
    '--headless=false',
    '--log-level',
    'error',
    '--ip',
    EMBEDDED_HOST,
    '--port',
    String(port),
    '--ui-port',
    String(uiPort),
    '--namespace',
    namespace,
    '--db-filename',
    join(folder, 'temporal.db'),
    '--sqlite-pragma',
    'journal_mode=WAL',
    '--sqlite-pragma',
    'synchronous=NORMAL',
    ...DYNAMIC_CONFIG.flatMap((setting) => ['--dynamic-config-value', setting]),
  ];
}

async function choosePort(variable: string, wanted: number): Promise<number> {
  if (wanted === 0) return freePort(EMBEDDED_HOST);
  if (await portIsTaken(EMBEDDED_HOST, wanted))
    throw new Error(`Port ${wanted} is already in use. Set ${variable} to another port (0: a free port).`);
  return wanted;
}

async function ready(address: string, server: QuietProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: 1_000 });
      await connection.close();
      return;
    } catch (error) {
      const ended = server.process.exitCode !== null || server.process.pid === undefined;
      if (ended)
        throw new Error(`The Temporal server exited at once. Its output: ${server.output().trim()}`, { cause: error });
      if (Date.now() > deadline)
        throw new Error(
          `The Temporal server was not ready within ${READY_WITHIN_MS} ms. Its output: ${server.output().trim()}`,
          { cause: error },
        );
      await sleep(POLL_MS);
    }
  }
}

/** After kill -9 of the whole tree the server may survive, with our database open. */
async function stopLeftover(pidFile: string, cli: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  // The pid may have been reused.
  if (!Number.isSafeInteger(pid) || pid <= 1 || !runs(pid, cli)) return;
  process.kill(pid, 'SIGTERM');
  await waitForExit(pid, STOP_WITHIN_MS).catch(() => process.kill(pid, 'SIGKILL'));
}

function runs(pid: number, executable: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === executable;
  } catch {
    return false;
  }
}
