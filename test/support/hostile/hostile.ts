import type { Socket } from 'node:net';

/** One kind of origin that means ill, or is broken as badly as if it did. */
export interface Hostile {
  name: string;
  /** What its URL may give: error codes, or `ok`. */
  gives: readonly string[];
  /** Default 5,000. */
  budgetMs?: number;
  /** Default: the bytes of plain TCP; `tls` and `h2` after a handshake, `https` plain TCP under a URL of https. */
  over?: 'tls' | 'h2' | 'https';
  /** Default: once the head of a request is there. Otherwise as soon as a connection is. */
  at?: 'connection';
  /** Called for each request, or for each connection; `path` is the request's. */
  serve(socket: Socket, path: string): void;
}

/** A whole answer, as honest as its head and body are. */
export function answer(socket: Socket, headers: Record<string, string | number>, body: string | Uint8Array = ''): void {
  const all = { 'content-length': Buffer.byteLength(body), connection: 'close', ...headers };
  socket.write(
    `HTTP/1.1 200 OK\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  socket.end(body);
}

export const html = { 'content-type': 'text/html; charset=utf-8' };
export const prose =
  '<p>The quarry was worked for many years by people who lived nearby and knew the stone well.</p>'.repeat(8);

/** A page that a browser renders: it has no text of its own. */
export const scripted =
  (script: string) =>
  (socket: Socket): void =>
    answer(socket, html, `<!doctype html><title>App</title><div id="root"></div><script>${script}</script>`);

export const page =
  (body: () => string | Buffer, headers: Record<string, string> = html) =>
  (socket: Socket): void =>
    answer(socket, headers, body());

/** Writes for as long as the other side reads, never faster. */
export function writeForEver(socket: Socket, chunk: string | Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** One piece a second. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 1_000);
  socket.once('close', () => clearInterval(timer));
}
