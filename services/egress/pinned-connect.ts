import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Admission } from './gate.ts';

/** Time for one address before the next is tried in parallel; Node's own 250 ms is too short for distant hosts. */
const NEXT_ADDRESS_AFTER_MS = 1_000;

/**
 * Opens a TCP connection to one of the admitted addresses, without resolving the name again.
 *
 * @param signal destroys the socket, also while it connects
 */
export function connectPinned({ hostname, addresses, port }: Admission, signal: AbortSignal): Socket {
  return connectTcp({
    host: withoutBrackets(hostname),
    port,
    lookup: lookupIn(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    signal,
  });
}

/** undici's connector for one admitted URL: HTTP/2 where TLS agrees on it, else HTTP/1.1, with the URL's own name as SNI. */
export function pinnedConnector(admission: Admission, signal: AbortSignal): buildConnector.connector {
  const isTls = admission.url.protocol === 'https:';
  const host = withoutBrackets(admission.hostname).replace(/\.$/, '');
  return (_options, callback) => {
    const tcp = connectPinned(admission, signal).setNoDelay(true);
    // SNI carries names only; the certificate is compared with `host` either way.
    const socket = isTls
      ? connectTls({ socket: tcp, host, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['h2', 'http/1.1'] })
      : tcp;
    const failed = (error: Error) => {
      tcp.destroy();
      socket.destroy();
      callback(error, null);
    };
    // A TLS socket over another socket is not notified when that one fails to connect.
    tcp.once('error', failed);
    if (socket !== tcp) socket.once('error', failed);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      tcp.off('error', failed);
      socket.off('error', failed);
      if (socket !== tcp) tcp.on('error', (error) => socket.destroy(error));
      callback(null, socket);
    });
  };
}

function lookupIn(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, answers);
    else callback(null, answers[0]?.address ?? '', answers[0]?.family);
  };
}

const withoutBrackets = (hostname: string) => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);
