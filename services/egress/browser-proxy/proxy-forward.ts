import { request as sendRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Admission, ConnectionGate } from '../gate.ts';
import { MAX_HEADER_BYTES } from '../hop.ts';
import { connectPinned } from '../pinned-connect.ts';
import { byteLimit, closeSignal } from './proxy-limits.ts';

/** Serves absolute-form requests: one exchange with an admitted host, 403 for any other. */
export async function forwardRequest(
  gate: ConnectionGate,
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([closing, closeSignal(response)]);
  try {
    const url = request.url ?? '';
    // CONNECT carries https; absolute form is legitimate for http only.
    const admission = url.startsWith('http://') ? await gate.admit(url, signal) : undefined;
    if (admission?.status !== 'admitted') return void response.writeHead(403).end();
    const answer = await send(admission, request, signal);
    response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
    await pipeline(answer, byteLimit(), response);
  } catch {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  }
}

function send(admission: Admission, request: IncomingMessage, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(admission.url, {
      method: request.method,
      headers: { ...withoutHopByHop(request.headers), host: admission.url.host, connection: 'close' },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      createConnection: () => connectPinned(admission, signal),
    });
    outgoing.once('response', resolve).once('error', reject);
    pipeline(request, outgoing).catch(reject);
  });
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
