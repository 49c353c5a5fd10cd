import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createOwnerCounts } from '../../services/core/owner-counts.ts';

export interface ConnectionLimits {
  /** Open connections of all clients; one more is closed without a response. */
  connections: number;
  /** Open connections of one address; one more gets a 503. */
  connectionsPerAddress: number;
  /** Whether an address is one of a proxy, behind which many clients are. */
  isUnlimited(address: string): boolean;
}

/** A request body must transfer this many bytes within each window: a slow one would occupy its connection for long. */
const LEAST_BYTES = 1_024;
const WINDOW_MS = 10_000;
const LOOK_EVERY_MS = 2_500;

interface Progress {
  request: IncomingMessage;
  bytesBefore: number;
  since: number;
}

/**
 * Limits the number of connections, and the slowness of bodies. Rejections go to the server's `clientError` handler.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { connections, connectionsPerAddress, isUnlimited } = limits;
  const ofAddress = createOwnerCounts();
  const reading = new Map<Socket, Progress>();
  const refuse = (code: string, socket: Socket) =>
    server.emit('clientError', Object.assign(new Error('the connection was refused'), { code }), socket);

  server.maxConnections = connections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = ofAddress.change(address, 1);
    socket.once('close', () => {
      ofAddress.change(address, -1);
      reading.delete(socket);
    });
    if (count > connectionsPerAddress && !isUnlimited(address)) refuse('TOO_MANY_CONNECTIONS', socket);
  });
  server.on('request', (request) => {
    const { socket } = request;
    if (request.complete) reading.delete(socket);
    else reading.set(socket, { request, bytesBefore: socket.bytesRead, since: performance.now() });
  });

  const look = (): void => {
    const now = performance.now();
    for (const [socket, progress] of reading) {
      // No data arrives while we do not read: that is not the client's fault.
      if (progress.request.readableFlowing !== true) progress.since = now;
      if (progress.request.complete) reading.delete(socket);
      else if (now - progress.since < WINDOW_MS) continue;
      else if (socket.bytesRead - progress.bytesBefore < LEAST_BYTES) {
        reading.delete(socket);
        refuse('ERR_HTTP_REQUEST_TIMEOUT', socket);
      } else Object.assign(progress, { bytesBefore: socket.bytesRead, since: now });
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}
