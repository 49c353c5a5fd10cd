import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../runtime/config.ts';
import { portIsTaken } from '../services/process/free-port.ts';
import { isAlive } from './process/processes.ts';
import { EMBEDDED_HOST, pidFileOf } from './temporal/temporal.ts';

interface WantedPort {
  variable: string;
  host: string;
  port: number;
}

/**
 * Checks that all ports are free, before anything starts.
 *
 * @param temporalFolder folder of the embedded server
 * @throws Error naming a port in use and saying what to do
 */
export async function requirePorts(config: Config, temporalFolder: string): Promise<void> {
  const { QUARRY_HOST: host } = config;
  const ports = [
    { variable: 'QUARRY_PORT', host, port: config.QUARRY_PORT },
    { variable: 'QUARRY_GRPC_PORT', host, port: config.QUARRY_GRPC_PORT },
    ...metricsPort(config),
    ...(startsTemporal(config, temporalFolder) ? temporalPorts(config) : []),
  ];
  for (const wanted of ports) {
    const twin = ports.find(({ port, variable }) => port !== 0 && port === wanted.port && variable !== wanted.variable);
    if (twin)
      throw new Error(
        `${wanted.variable} and ${twin.variable} are both ${wanted.port}. Set one of them to another port (0: a free port).`,
      );
    await requirePort(wanted);
  }
}

/** A server left over from a killed service holds its ports until the start ends it. */
function startsTemporal({ TEMPORAL_ADDRESS }: Config, folder: string): boolean {
  const pidFile = pidFileOf(folder);
  return !TEMPORAL_ADDRESS && !(existsSync(pidFile) && isAlive(Number(readFileSync(pidFile, 'utf8'))));
}

function metricsPort({ QUARRY_METRICS_HOST: host, QUARRY_METRICS_PORT: port }: Config): WantedPort[] {
  return port === undefined ? [] : [{ variable: 'QUARRY_METRICS_PORT', host, port }];
}

function temporalPorts({ QUARRY_TEMPORAL_PORT, QUARRY_TEMPORAL_UI_PORT }: Config): WantedPort[] {
  return [
    { variable: 'QUARRY_TEMPORAL_PORT', host: EMBEDDED_HOST, port: QUARRY_TEMPORAL_PORT },
    { variable: 'QUARRY_TEMPORAL_UI_PORT', host: EMBEDDED_HOST, port: QUARRY_TEMPORAL_UI_PORT },
  ];
}

async function requirePort({ variable, host, port }: WantedPort): Promise<void> {
  const isTaken = await portIsTaken(host, port).catch((error: NodeJS.ErrnoException) => {
    throw new Error(whyNot(error, { variable, host, port }), { cause: error });
  });
  if (isTaken) throw new Error(`Port ${port} is already in use. Set ${variable} to another port (0: a free port).`);
}

function whyNot({ code, message }: NodeJS.ErrnoException, { variable, host, port }: WantedPort): string {
  if (code === 'EACCES') return `Port ${port} needs privileges. Set ${variable} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Correct QUARRY_HOST.`;
  return `Port ${port} of ${host} cannot be opened: ${message}`;
}
