import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';

/** One accepted connection, or one datagram, whose target is unknown. */
export interface Arrival {
  address: string;
  port: number;
}

const HTTP_PORTS = [80, 8080];
const OTHER_PORTS = [21, 22, 25, 443, 1080, 3478, 5349, 6379, 6667, 8443, 9222, 11211];
const UDP_PORTS = [80, 443, 3478, 5349];

/** Listens on every address of the namespace and keeps a list of who came. What it serves is `answer`'s. */
export async function startCanary(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const arrived = (socket: Socket): void => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    arrivals.push({ address, port: socket.localPort ?? 0 });
    socket.on('error', () => socket.destroy());
  };
  const servers = [
    ...HTTP_PORTS.map((port) => createHttpServer(answer).on('connection', arrived).listen(port, '::')),
    // Nothing is spoken there: who comes is sent away at once, rather than left to wait.
    ...OTHER_PORTS.map((port) =>
      createServer((socket) => {
        arrived(socket);
        socket.once('data', () => socket.destroy());
      }).listen(port, '::'),
    ),
  ];
  const datagrams = UDP_PORTS.map((port) =>
    createSocket('udp6')
      .on('message', () => arrivals.push({ address: 'a datagram', port }))
      .bind(port, '::'),
  );
  await Promise.all([...servers, ...datagrams].map((one) => once(one, 'listening')));
  return arrivals;
}
