import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ServiceErrorCode } from '../../services/core/errors.ts';
import { newId } from '../../services/core/ids.ts';

// Time for the client to read the response: bytes that arrive after the close would reset the connection.
const LINGER_MS = 1_000;

interface Fault {
  httpStatus: number;
  code: ServiceErrorCode;
  message: string;
  retryAfterSeconds?: number;
}

const MALFORMED: Fault = {
  httpStatus: 400,
  code: 'INVALID_REQUEST',
  message: 'This is not a well-formed HTTP request.',
};

const BY_PARSER_CODE: Record<string, Fault> = {
  HPE_HEADER_OVERFLOW: { httpStatus: 431, code: 'INVALID_REQUEST', message: 'The headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    httpStatus: 413,
    code: 'INVALID_REQUEST',
    message: 'The chunk extensions are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { httpStatus: 408, code: 'INVALID_REQUEST', message: 'The request was not sent in time.' },
  TOO_MANY_CONNECTIONS: {
    httpStatus: 503,
    code: 'UNAVAILABLE',
    message: 'This address has too many connections open.',
    retryAfterSeconds: 5,
  },
};

const NO_TUNNEL: Fault = { httpStatus: 501, code: 'UNIMPLEMENTED', message: 'CONNECT is not a method of this server.' };
const UNKNOWN_EXPECTATION: Fault = {
  httpStatus: 417,
  code: 'INVALID_REQUEST',
  message: 'Expect may only be 100-continue.',
};
const NO_HOST: Fault = { httpStatus: 400, code: 'INVALID_REQUEST', message: 'The request must carry one Host header.' };
const UNKNOWN_CODING: Fault = {
  httpStatus: 501,
  code: 'UNIMPLEMENTED',
  message: 'Transfer-Encoding may only be chunked.',
};

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Forwards well-formed HTTP requests. Any other request gets the error envelope and a closed connection, because the
 * boundary between messages is no longer certain.
 */
export function serveWellFormed(server: Server, handle: Handle, log: Logger): void {
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const refused = new WeakSet<Duplex>();

  const refuse = (socket: Duplex, fault: Fault, cause?: Error) => {
    refused.add(socket);
    if (!socket.writable) return;
    socket.end(rawAnswer(noted(log, fault, cause)));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  const refuseRequest = ({ socket }: IncomingMessage, response: ServerResponse, fault: Fault) => {
    refused.add(socket);
    const { headers, body } = noted(log, fault);
    response.writeHead(fault.httpStatus, headers).end(body);
  };

  server.on('request', (request, response) => {
    const { socket } = request;
    // Bytes after a rejected request belong to no request.
    if (refused.has(socket)) return;
    latest.set(socket, { request, response });
    const fault = faultOf(request);
    if (fault) refuseRequest(request, response, fault);
    else handle(request, response);
  });
  server.on('checkExpectation', (request, response) => refuseRequest(request, response, UNKNOWN_EXPECTATION));
  server.on('connect', (_request, socket) => refuse(socket, NO_TUNNEL));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    const { request, response } = latest.get(socket) ?? {};
    const isAnswered = response?.headersSent || response?.socket === null;
    // A response out of turn would be taken for that of another request.
    if (!socket.writable || (request?.complete === false && isAnswered)) return void socket.destroy();
    const answer = () => refuse(socket, BY_PARSER_CODE[error.code ?? ''] ?? MALFORMED, error);
    if (request?.complete && !response?.writableFinished) response?.once('close', answer);
    else answer();
  });
}

function faultOf({ httpVersion, headers, headersDistinct }: IncomingMessage): Fault | undefined {
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return NO_HOST;
  const coding = headers['transfer-encoding'];
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked' ? UNKNOWN_CODING : undefined;
}

interface Answer {
  httpStatus: number;
  headers: Record<string, string | number>;
  body: string;
}

/** The envelope of a fault, and its log line. */
function noted(log: Logger, { httpStatus, code, message, retryAfterSeconds }: Fault, cause?: Error): Answer {
  const requestId = newId('req');
  log.info({ status: httpStatus, request_id: requestId, cause: cause?.message }, `malformed request ${httpStatus}`);
  const body = JSON.stringify({ error: { code, message }, request_id: requestId });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...(retryAfterSeconds !== undefined && { 'retry-after': retryAfterSeconds }),
    connection: 'close',
  };
  return { httpStatus, headers, body };
}

function rawAnswer({ httpStatus, headers, body }: Answer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}\r\n${lines.join('')}\r\n${body}`;
}
