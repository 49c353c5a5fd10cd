import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export interface SecureSite {
  origin: string;
  /** The protocol of each request in order, as ALPN chose it. */
  protocols: string[];
  close(): Promise<void>;
}

const file = (name: string) => readFile(new URL(`certificate/${name}`, import.meta.url));

/**
 * A real HTTPS origin on loopback that speaks HTTP/2, and HTTP/1.1 to clients that offer nothing else. Its certificate
 * is self-signed; this process trusts it from now on.
 */
export async function startSecureSite(
  answer: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<SecureSite> {
  const [cert, key] = await Promise.all([file('loopback.pem'), file('loopback.key')]);
  setDefaultCACertificates([...getCACertificates(), cert.toString()]);
  const protocols: string[] = [];
  const server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
    protocols.push(request.httpVersion);
    answer(request, response);
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => void sessions.add(session));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocols,
    close: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
