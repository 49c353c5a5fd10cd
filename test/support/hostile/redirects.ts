import type { Socket } from 'node:net';
import type { Hostile } from './hostile.ts';

const to =
  (location: (path: string) => string) =>
  (socket: Socket, path: string): void =>
    void socket.end(
      `HTTP/1.1 302 Found\r\nlocation: ${location(path)}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );

const refused = ['url_not_accessible'];

/** Redirects without a target, in a circle, or to a forbidden address. */
export const redirects: Hostile[] = [
  { name: 'a redirect to itself', gives: refused, serve: to((path) => path) },
  { name: 'a redirect back and forth', gives: refused, serve: to((path) => (path === '/' ? '/other' : '/')) },
  { name: 'a hundred redirects', gives: refused, serve: to((path) => `/${Number(path.slice(1)) + 1}`) },
  {
    name: 'redirects that grow',
    gives: [...refused, 'upstream_error'],
    serve: to((path) => `${path}${'x'.repeat(2_000)}`),
  },
  { name: 'a redirect to a file', gives: refused, serve: to(() => 'file:///etc/passwd') },
  { name: 'a redirect to a script', gives: refused, serve: to(() => 'javascript:alert(1)') },
  { name: 'a redirect to data', gives: refused, serve: to(() => 'data:text/html,<p>hello') },
  {
    name: 'a redirect to the metadata service',
    gives: refused,
    serve: to(() => 'http://169.254.169.254/latest/meta-data/'),
  },
  { name: 'a redirect to a private network', gives: refused, serve: to(() => 'http://10.0.0.1/') },
  { name: 'a redirect to this machine under IPv6', gives: refused, serve: to(() => 'http://[::ffff:10.0.0.1]/') },
  { name: 'a redirect to no URL', gives: refused, serve: to(() => 'http://[') },
  {
    name: 'a redirect to nothing',
    gives: refused,
    serve: (socket) => void socket.end('HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n'),
  },
  { name: 'a redirect to a port that browsers refuse', gives: refused, serve: to(() => 'http://example.com:25/') },
  { name: 'a redirect in raw bytes', gives: [...refused, 'upstream_error'], serve: to(() => '/\u00ff\u00fe"<>\u0080') },
  {
    name: 'a slow redirect, for ever',
    gives: ['timeout'],
    budgetMs: 2_000,
    serve: (socket, path) =>
      void setTimeout(
        to(() => `${path}a`),
        400,
        socket,
        path,
      ),
  },
];
