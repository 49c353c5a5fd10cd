import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port that was free a moment ago, for a program that cannot choose one itself. */
export async function freePort(host: string): Promise<number> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a process listens on the port. */
export async function portIsTaken(host: string, port: number): Promise<boolean> {
  const server = createServer();
  const outcome = new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(false));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
  });
  server.listen(port, host);
  const taken = await outcome;
  if (!taken) {
    server.close();
    await once(server, 'close');
  }
  return taken;
}
