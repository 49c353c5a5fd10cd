import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server that a test can cut and restore. Its port stays the same. */
export interface BreakableWay {
  host: string;
  /** Drops everything that the server sends on open connections. */
  mute(): void;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** @param to the server, or the path of its socket */
export async function openWay(to: URL | string): Promise<BreakableWay> {
  const sockets = new Set<Socket>();
  const answers = new Map<Socket, Socket>();
  const server = createServer((socket) => {
    const beyond = typeof to === 'string' ? connect(to) : connect(Number(to.port), to.hostname);
    for (const one of [socket, beyond]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => sockets.delete(one));
    }
    socket.pipe(beyond).pipe(socket);
    answers.set(beyond, socket);
    beyond.on('close', () => answers.delete(beyond));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    mute() {
      for (const [beyond, socket] of answers) beyond.unpipe(socket).resume();
    },
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    async mend() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
