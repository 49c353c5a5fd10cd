import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface RawReceiverOptions {
  /** Called once a whole request is there, or as soon as a connection is. */
  serve(socket: Socket): void;
  /** Default: the request. */
  at?: 'connection';
  /** Serves TLS with this certificate of `certificate/`; `plain`: a URL of https, and no TLS behind it. */
  https?: 'loopback' | 'stranger' | 'plain';
  /** Default 127.0.0.1. */
  address?: string;
}

/** A receiver of POSTs that answers byte by byte as the test says, HTTP or not. */
export interface RawReceiver {
  url: string;
  /** How many whole requests came. */
  requests(): number;
  connections(): number;
  /** What was written to all connections together. */
  sentBytes(): number;
  close(): Promise<void>;
}

const certificateFile = (name: string) => readFile(new URL(`certificate/${name}`, import.meta.url));

export async function startRawReceiver({
  serve,
  at,
  https,
  address = '127.0.0.1',
}: RawReceiverOptions): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (at === 'connection') return serve(socket);
    onRequest(socket, () => {
      requests += 1;
      serve(socket);
    });
  };
  const server = await serverFor(https, accept);
  server.on('tlsClientError', () => {});
  server.listen(0, address);
  await once(server, 'listening');
  return {
    url: `${https ? 'https' : 'http'}://${address}:${(server.address() as AddressInfo).port}/hook`,
    requests: () => requests,
    connections: () => sockets.size,
    sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serverFor(https: RawReceiverOptions['https'], accept: (socket: Socket) => void): Promise<Server> {
  if (!https || https === 'plain') return createServer(accept);
  const [cert, key] = await Promise.all([certificateFile(`${https}.pem`), certificateFile(`${https}.key`)]);
  return createTlsServer({ cert, key, ALPNProtocols: ['http/1.1'] }, accept);
}

/** Reads a request with its body of declared length, and forgets what follows. */
function onRequest(socket: Socket, then: () => void): void {
  let read = '';
  const hear = (chunk: Buffer): void => {
    read += chunk.toString('latin1');
    const headEnd = read.indexOf('\r\n\r\n');
    const bodyBytes = Number(/content-length: *(\d+)/i.exec(read)?.[1] ?? 0);
    if (headEnd === -1 || read.length < headEnd + 4 + bodyBytes) return;
    socket.off('data', hear).resume();
    then();
  };
  socket.on('data', hear);
}
