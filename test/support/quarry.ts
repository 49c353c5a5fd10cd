import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { takeDataFolder } from '../../local/data-folder.ts';
import { startService } from '../../local/service.ts';
import { createAccounts, type Accounts } from '../../services/accounts/accounts.ts';
import { systemClock } from '../../services/core/clock.ts';
import { readConfig } from '../../runtime/config.ts';
import { stopInOrder } from '../../services/process/lifecycle.ts';
import type { Database } from '../../services/database/database.ts';
import { createTestDatabase } from './postgres.ts';

export interface Answered {
  status: number;
  headers: Headers;
  /** The parsed JSON body; the text of any other body. */
  body: any; // oxlint-disable-line no-explicit-any -- tests look into bodies of every shape, whose types are what is tested
}

export interface TestQuarry {
  url: string;
  /** host:port */
  grpc: string;
  key: string;
  /** Where Prometheus finds the metrics, if they are on. */
  metrics: string | undefined;
  /** Marks the service as ready. Called at the start unless the test calls it. */
  markReady(): void;
  database: Database;
  accounts: Accounts;
  /** Makes a call with the first organization's key. A string body is sent unchanged. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  stop(): Promise<void>;
}

/**
 * The complete product in this process, on the real PostgreSQL and Temporal servers of the test run and a separate
 * database.
 */
export async function startQuarry(
  environment: Record<string, string> = {},
  { isAnnounced = true, log = pino({ level: 'silent' }) } = {},
): Promise<TestQuarry> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  const scratch = await createTestDatabase();
  const config = readConfig({
    QUARRY_PORT: '0',
    QUARRY_GRPC_PORT: '0',
    QUARRY_DATA_DIR: folder,
    QUARRY_LOG: 'silent',
    QUARRY_SEED_DOCS: 'false',
    QUARRY_PROVIDERS: '',
    QUARRY_EMBEDDINGS_MODEL: 'off',
    QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: scratch.url,
    TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
    ...environment,
  });
  const service = await startService({ config, folder: await takeDataFolder(folder), log });
  if (isAnnounced) service.markReady();
  const key = (await readFile(service.keyFile, 'utf8')).trim();
  return {
    url: service.rest,
    grpc: service.grpc,
    metrics: service.metrics,
    key,
    markReady: service.markReady,
    database: scratch.database,
    accounts: createAccounts(scratch.database, systemClock),
    call: (method, path, body, headers) => call(service.rest + path, method, body, { 'x-api-key': key, ...headers }),
    stop: () => stopInOrder([[() => rm(folder, { recursive: true, force: true })], [scratch.drop], [service.stop]]),
  };
}

/** A header with an empty value is omitted. */
export async function call(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const sent = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
