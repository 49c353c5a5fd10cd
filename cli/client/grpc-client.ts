import type { Command } from 'commander';
import { readConfig } from '../../runtime/config.ts';
import { Quarry } from '../../sdk/quarry.ts';
import { keyIn, localAccess, profileFor } from './service-client.ts';

/** The running service that a command calls, and the key. */
export interface GrpcTarget {
  address?: string | undefined;
  keyFile?: string | undefined;
  tls?: boolean | undefined;
}

/** The command with options for the service that it calls. */
export function callingService(command: Command): Command {
  return command
    .option('--address <host:port>', 'address of gRPC (default: this machine, QUARRY_GRPC_PORT)')
    .option('--key-file <file>', 'file with the API key (default: QUARRY_API_KEY, or api-key in QUARRY_DATA_DIR)')
    .option('--tls', 'use TLS');
}

/** Works with the service, and closes the connection. @throws Error saying what to do if there is no key */
export async function withService(
  { address, keyFile, tls }: GrpcTarget,
  work: (quarry: Quarry) => Promise<void>,
): Promise<void> {
  const { QUARRY_GRPC_PORT } = readConfig({ ...process.env, DATABASE_URL: undefined });
  // A key is sent to the service that it was given for.
  const profile = address === undefined ? await profileFor(process.env) : undefined;
  const apiKey = keyFile === undefined ? (profile ?? (await localAccess(process.env))).key : await keyIn(keyFile);
  const isSecure = tls ?? profile?.url.startsWith('https:');
  const quarry = new Quarry({
    apiKey,
    address: address ?? profile?.grpc ?? `127.0.0.1:${QUARRY_GRPC_PORT}`,
    tls: isSecure,
  });
  try {
    await work(quarry);
  } finally {
    quarry.close();
  }
}
