import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Open at once, of all clients; one more is closed without an answer. */
  connections: number;
  /** Open at once, of one address; one more is answered with 503. */
  connectionsPerAddress: number;
}

/** A body that is being read must bring so many bytes within each window: a slow one would hold its connection for long. */
const LEAST_BYTES = 1_024;
const WINDOW_MS = 10_000;
const LOOK_EVERY_MS = 2_500;

interface Progress {
  request: IncomingMessage;
  bytesBefore: number;
  since: number;
}

/** Bounds how many connections there are, and how slowly a body may come. What is refused is the server's `clientError`. */
export function guardConnections(server: Server, { connections, connectionsPerAddress }: ConnectionLimits): void {
  const ofAddress = new Map<string, number>();
  const reading = new Map<Socket, Progress>();
  const refuse = (code: string, socket: Socket) =>
    server.emit('clientError', Object.assign(new Error('the connection was refused'), { code }), socket);

  server.maxConnections = connections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (ofAddress.get(address) ?? 0) + 1;
    ofAddress.set(address, count);
    socket.once('close', () => {
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(address);
      else ofAddress.set(address, left);
      reading.delete(socket);
    });
    if (count > connectionsPerAddress) refuse('TOO_MANY_CONNECTIONS', socket);
  });
  server.on('request', (request) => {
    const { socket } = request;
    if (request.complete) reading.delete(socket);
    else reading.set(socket, { request, bytesBefore: socket.bytesRead, since: performance.now() });
  });

  const look = (): void => {
    const now = performance.now();
    for (const [socket, progress] of reading) {
      // Nothing comes where we do not read: that is no client's fault.
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
