import { Client, type WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, IllegalStateError } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { settledWithin } from '../concurrency/settled-within.ts';
import { currentTrail, trailHeaders } from '../telemetry/trail.ts';
import { TRAIL_HEADER } from './names.ts';
import { createWorkflowClient, type WorkflowClient } from './workflow-client.ts';
import { prepareServer, requireNamespace } from './server.ts';

const CONNECT_WITHIN_MS = 8_000;

export interface Temporal {
  workflows: WorkflowClient;
  /** Shared by the client and the workers of a process: only then does Temporal start workflows eagerly. */
  connection: NativeConnection;
  close(): Promise<void>;
}

/** Sends the trail of the current call with each workflow that it starts. */
const sendTrail: WorkflowClientInterceptor = {
  startWithDetails(input, next) {
    const headers = trailHeaders(currentTrail());
    if (Object.keys(headers).length === 0) return next(input);
    const payload = defaultPayloadConverter.toPayload(headers);
    return next({ ...input, headers: { ...input.headers, [TRAIL_HEADER]: payload } });
  },
};

/** @throws Error saying what to do if no server responds at the address, or the namespace does not exist */
export async function connectTemporal(address: string, namespace: string): Promise<Temporal> {
  const connection = await connect(address);
  const close = () => connection.close().catch(unlessCutOff);
  try {
    await requireNamespace(connection, namespace);
    await prepareServer(connection, namespace);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    workflows: createWorkflowClient(new Client({ connection, namespace, interceptors: { workflow: [sendTrail] } })),
    connection,
    close,
  };
}

/** With a server that accepts connections and never responds, the SDK waits without end. */
async function connect(address: string): Promise<NativeConnection> {
  const connecting = untilConnected(address, Date.now() + CONNECT_WITHIN_MS);
  if (await settledWithin(CONNECT_WITHIN_MS, connecting)) return connecting;
  connecting.then((connection) => connection.close()).catch(() => undefined);
  throw noAnswer(address);
}

async function untilConnected(address: string, deadline: number): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      if (Date.now() > deadline) throw noAnswer(address, error);
    }
  }
}

function noAnswer(address: string, cause?: unknown): Error {
  return new Error(`No Temporal server answers at ${address}. Start it, or correct TEMPORAL_ADDRESS.`, { cause });
}

/** A worker that did not end in time still holds the connection; both end with the process. */
function unlessCutOff(error: unknown): void {
  if (!(error instanceof IllegalStateError)) throw error;
}
