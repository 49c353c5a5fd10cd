import { Client } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { createDurable, type Durable } from './durable.ts';
import { prepareServer } from './server.ts';

const CONNECT_WITHIN_MS = 10_000;

export interface Temporal {
  durable: Durable;
  /** Shared by the client and the workers of a process: only then are workflows started eagerly. */
  connection: NativeConnection;
  close(): Promise<void>;
}

/** @throws Error naming the address when no server answers there */
export async function connectTemporal(address: string, namespace: string): Promise<Temporal> {
  const connection = await connectWithin(address);
  await prepareServer(connection, namespace);
  const durable = createDurable(new Client({ connection, namespace }));
  return { durable, connection, close: () => connection.close().catch(unlessCutOff) };
}

async function connectWithin(address: string): Promise<NativeConnection> {
  const deadline = Date.now() + CONNECT_WITHIN_MS;
  for (;;) {
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`No Temporal server answers at ${address}. Is TEMPORAL_ADDRESS right?`, { cause: error });
    }
  }
}

/** A worker that did not end in time still holds the connection; both end with the process. */
function unlessCutOff(error: unknown): void {
  if (!(error instanceof IllegalStateError)) throw error;
}
