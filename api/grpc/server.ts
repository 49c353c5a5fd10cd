import { promisify } from 'node:util';
import { logVerbosity, Server, ServerCredentials, setLogVerbosity, type ServerOptions } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { ServiceError } from '../../services/core/errors.ts';
import { settledWithin } from '../../services/concurrency/settled-within.ts';
import type { Certificate } from './certificate.ts';
import { definitionOf, implementationOf } from './definition.ts';
import type { GrpcService } from './method.ts';
import { reflectionOf } from './reflection.ts';
import { sendAhead } from './send-ahead.ts';
import type { GrpcServing } from './call-scope.ts';

const MEBIBYTE = 1_048_576;
// Short calls finish; the signals of longer ones abort.
const ABORT_AFTER_MS = 500;
const CLOSE_AFTER_MS = 1_000;

const OPTIONS: ServerOptions = {
  interceptors: [sendAhead],
  'grpc.max_receive_message_length': 4 * MEBIBYTE,
  // A client whose machine has vanished holds its streams no longer than this.
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
};

export interface GrpcOptions {
  host: string;
  /** 0: the system chooses. */
  port: number;
  /** Absent: plain HTTP/2. */
  certificate: Certificate | undefined;
  services: readonly GrpcService[];
  gate: GrpcServing['gate'];
}

export interface GrpcServer {
  /** host:port */
  address: string;
  /** Finishes running calls, aborts those that take longer than half a second, then closes every connection. */
  stop(): Promise<void>;
}

/** Serves the services, with health and reflection. @throws Error saying what to do if the port is unavailable */
export async function listenGrpc({ host, port, certificate, services, gate }: GrpcOptions): Promise<GrpcServer> {
  // Faults are reported as errors; the library would write them to standard error as well.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server(OPTIONS);
  const stopping = new AbortController();
  for (const service of services)
    server.addService(definitionOf(service), implementationOf(service, { gate, stopping: stopping.signal }));
  const health = new HealthImplementation(
    Object.fromEntries(['', ...services.map(({ desc }) => desc.typeName)].map((name) => [name, 'SERVING'])),
  );
  health.addToServer(server);
  reflectionOf(services).addToServer(server);
  const credentials = certificate
    ? ServerCredentials.createSsl(null, [{ cert_chain: certificate.cert, private_key: certificate.key }])
    : ServerCredentials.createInsecure();
  const name = host.includes(':') ? `[${host}]` : host;
  const given = await promisify(server.bindAsync.bind(server))(`${name}:${port}`, credentials).catch((error: Error) => {
    throw new Error(
      `The gRPC port ${name}:${port} cannot be opened (${error.message}). Set QUARRY_GRPC_PORT to another port (0: a free port).`,
      { cause: error },
    );
  });
  return {
    address: `${name}:${given}`,
    stop: async () => {
      for (const service of ['', ...services.map(({ desc }) => desc.typeName)])
        health.setStatus(service, 'NOT_SERVING');
      await close(server, () => stopping.abort(new ServiceError('UNAVAILABLE', 'The service is stopping. Try again.')));
    },
  };
}

async function close(server: Server, abortCalls: () => void): Promise<void> {
  const closed = promisify(server.tryShutdown.bind(server))();
  if (await settledWithin(ABORT_AFTER_MS, closed)) return;
  abortCalls();
  if (await settledWithin(CLOSE_AFTER_MS, closed)) return;
  server.forceShutdown();
}
