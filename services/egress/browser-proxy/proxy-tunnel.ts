import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Admission, ConnectionGate } from '../gate.ts';
import { connectPinned } from '../pinned-connect.ts';
import { byteLimit, closeSignal } from './proxy-limits.ts';

export interface Tunnel {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Serves CONNECT: bytes to and from an admitted host, 403 for any other. */
export async function tunnel(
  gate: ConnectionGate,
  { request, socket, head }: Tunnel,
  closing: AbortSignal,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const signal = AbortSignal.any([closing, closeSignal(socket)]);
  try {
    const admission = await gate.admit(`https://${request.url ?? ''}/`, signal);
    if (admission.status === 'refused') return void socket.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n`);
    const outside = await connected(admission, signal);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) outside.write(head);
    await Promise.all([pipeline(socket, outside), pipeline(outside, byteLimit(), socket)]);
  } catch {
    // After any failure the browser sees a closed tunnel; the page decides how to react.
    socket.destroy();
  }
}

function connected(admission: Admission, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectPinned(admission, signal);
    socket.once('error', reject).once('connect', () => resolve(socket.off('error', reject)));
  });
}
