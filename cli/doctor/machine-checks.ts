import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { findChromium } from '../../local/chromium/chromium.ts';
import { isolationLine } from '../../local/chromium/isolation-line.ts';
import type { Config } from '../../runtime/config.ts';
import { detectIsolation } from '../../services/fetch/browser/isolation.ts';
import { portIsTaken } from '../../services/process/free-port.ts';
import { failed, ok, warning, type Check } from './diagnosis.ts';

const MEBIBYTE = 1024 * 1024;
const LEAST_DISK = 1_024 * MEBIBYTE;
const LEAST_MEMORY = 768 * MEBIBYTE;
const WITHIN_MS = 5_000;
const PUBLIC_NAME = 'example.com';

/** Checks of this machine, for a service that runs here or is to run. @param isRunning it holds its ports then */
export function machineChecks(config: Config, isRunning: boolean): Check[] {
  return [
    { name: 'disk', run: () => diskOf(resolve(config.QUARRY_DATA_DIR)) },
    { name: 'memory', run: async () => memoryOf(freemem()) },
    ...(isRunning ? [] : [{ name: 'ports', run: () => portsOf(config) }]),
    { name: 'Chromium', run: () => browserOf(config.QUARRY_CHROMIUM) },
    { name: 'DNS', run: dns },
    { name: 'language model', run: () => modelOf(config) },
  ];
}

async function diskOf(folder: string) {
  const existing = nearest(folder);
  const { bavail, bsize } = await statfs(existing);
  const message = `${gibibytes(bavail * bsize)} GiB are free at ${existing}`;
  return bavail * bsize < LEAST_DISK
    ? failed(message, 'Free space, or set QUARRY_DATA_DIR to a folder on another disk.')
    : ok(message);
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function memoryOf(free: number) {
  const message = `${gibibytes(free)} GiB are free`;
  return free < LEAST_MEMORY ? warning(message, 'Close other programs; the browser needs some 500 MiB.') : ok(message);
}

const gibibytes = (bytes: number) => (bytes / (1_024 * MEBIBYTE)).toFixed(1);

async function portsOf({ QUARRY_HOST: host, QUARRY_PORT, QUARRY_GRPC_PORT }: Config) {
  const wanted = { QUARRY_PORT, QUARRY_GRPC_PORT };
  const states = await Promise.all(
    Object.entries(wanted).map(async ([name, port]) => ({
      name,
      port,
      isTaken: port > 0 && (await portIsTaken(host, port)),
    })),
  );
  const taken = states.filter(({ isTaken }) => isTaken);
  if (taken.length === 0) return ok(`${Object.values(wanted).join(' and ')} are free`);
  const told = taken.map(({ name, port }) => `${port} (${name})`).join(', ');
  return failed(`another program has ${told}`, 'End it, or set the variable to another port.');
}

async function browserOf(configured: string | undefined) {
  const found = await findChromium(configured);
  if (!found)
    return warning(
      'there is none: pages that need a browser are not read',
      'Install chromium, or set QUARRY_CHROMIUM.',
    );
  const isolation = await detectIsolation();
  const message = `${found.source}: ${found.executablePath}`;
  return isolation === 'namespace' ? ok(message) : warning(message, isolationLine(isolation));
}

async function dns() {
  const answered = lookup(PUBLIC_NAME).then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([answered, falseAfter(WITHIN_MS)]);
  return isAnswered
    ? ok('names of the internet are found')
    : warning(
        `${PUBLIC_NAME} is not found: pages of the web cannot be read`,
        'Check /etc/resolv.conf and the network. Own documents work without.',
      );
}

function falseAfter(milliseconds: number): Promise<false> {
  return new Promise((finish) => void setTimeout(() => finish(false), milliseconds).unref());
}

async function modelOf({
  QUARRY_MODEL: name,
  OPENAI_BASE_URL: base = 'https://api.openai.com/v1',
  OPENAI_API_KEY: key,
}: Config) {
  if (!name) return ok('none is configured: answers consist of sentences of their sources');
  const response = await fetch(`${base.replace(/\/$/, '')}/models`, {
    headers: key ? { authorization: `Bearer ${key}` } : {},
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => undefined);
  if (!response) return failed(`${base} does not answer`, 'Start the server of the model, or correct OPENAI_BASE_URL.');
  return response.status === 401
    ? failed(`${base} refuses the key`, 'Correct OPENAI_API_KEY.')
    : ok(`${name} at ${base}`);
}
