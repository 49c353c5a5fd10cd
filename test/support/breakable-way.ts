import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be cut and mended: its own port, whatever happens behind it. */
export interface BreakableWay {
  host: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openWay(to: URL): Promise<BreakableWay> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const beyond = connect(Number(to.port), to.hostname);
    for (const one of [socket, beyond]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => sockets.delete(one));
    }
    socket.pipe(beyond).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
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
