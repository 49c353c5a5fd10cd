import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server's reaction to one request. Each piece of text is one chunk. */
export type Reply =
  | { type: 'text'; pieces: string[]; finishReason?: 'stop' | 'length'; usage?: 'none' }
  /** Asks for one call of a tool. Not streamed. */
  | { type: 'call'; tool: string; parameters: object }
  /** Streams every byte in its own chunk, also the bytes of one character. */
  | { type: 'bytewise'; text: string }
  /** Sends its pieces and breaks the connection. */
  | { type: 'dies'; pieces: string[] }
  /** Sends its pieces and ends the response properly, without a finish reason and without [DONE]. */
  | { type: 'ends early'; pieces: string[] }
  /** Sends its pieces and then nothing, with the connection open. */
  | { type: 'hangs'; pieces: string[] }
  | { type: 'error'; status: number; headers?: Record<string, string> };

export interface ModelRequest {
  headers: IncomingMessage['headers'];
  body: {
    model: string;
    stream?: boolean;
    max_tokens?: number;
    response_format?: { type: string };
    messages: Array<{ role: string; content: string }>;
    tools?: Array<{ function: { name: string } }>;
  };
  /** Resolves when the connection of the request is closed. */
  closed: Promise<unknown>;
}

export type Script = (request: ModelRequest, index: number) => Reply;

/** The server's reaction to POST /v1/embeddings: a vector per text, an error, or no response. */
export type Embed = (texts: string[]) => number[][] | { status: number } | 'silence';

export interface ModelServer {
  /** Value for OPENAI_BASE_URL. */
  baseUrl: string;
  requests: ModelRequest[];
  /** Sets the reactions to further requests. */
  script(script: Script): void;
  /** The texts of every call of POST /v1/embeddings. */
  embedded: string[][];
  embed(embed: Embed): void;
  close(): Promise<void>;
}

export const says =
  (...pieces: string[]): Script =>
  () => ({ type: 'text', pieces });

/** A real server on loopback with POST /v1/chat/completions and POST /v1/embeddings that follows a script. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let current: Script = says('No script was given.');
  const embedded: string[][] = [];
  let embedding: Embed = () => ({ status: 404 });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST' && request.url === '/v1/embeddings') {
      const { input } = JSON.parse(await textOf(request)) as { input: string[] };
      embedded.push(input);
      return giveVectors(embedding(input), response);
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const asked: ModelRequest = {
      headers: request.headers,
      body: JSON.parse(await textOf(request)),
      closed: once(response, 'close'),
    };
    requests.push(asked);
    await answer(current(asked, requests.length - 1), asked, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (script) => void (current = script),
    embedded,
    embed: (embed) => void (embedding = embed),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function giveVectors(given: ReturnType<Embed>, response: ServerResponse): void {
  if (given === 'silence') return;
  const failed = !Array.isArray(given);
  const data = failed ? [] : given.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  const body = failed
    ? { error: { message: 'scripted', type: 'server_error', param: null, code: null } }
    : { object: 'list', model: 'm', data, usage: { prompt_tokens: 1, total_tokens: 1 } };
  response.writeHead(failed ? given.status : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(reply: Reply, { body }: ModelRequest, response: ServerResponse): Promise<void> {
  if (reply.type === 'error') {
    const error = { message: 'scripted', type: 'server_error', param: null, code: null };
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify({ error }));
  } else if (reply.type === 'call') {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(completion(body.model, null, [toolCall(reply)])));
  } else if (body.stream !== true) {
    const content = reply.type === 'bytewise' ? reply.text : reply.pieces.join('');
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(completion(body.model, content)));
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await stream(reply, body.model, response);
  }
}

async function stream(
  reply: Exclude<Reply, { type: 'error' | 'call' }>,
  model: string,
  response: ServerResponse,
): Promise<void> {
  const send = async (bytes: string | Uint8Array) => void (response.write(bytes) || (await once(response, 'drain')));
  const chunk = (choices: object[], further: object = {}) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...further })}\n\n`;
  const delta = (content: string) => chunk([{ index: 0, delta: { content }, finish_reason: null }]);
  await send(chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]));
  if (reply.type === 'bytewise') {
    for (const byte of Buffer.from(delta(reply.text))) {
      await send(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
  } else {
    for (const piece of reply.pieces) await send(delta(piece));
  }
  if (reply.type === 'hangs') return;
  if (reply.type === 'dies') return response.socket?.destroySoon();
  if (reply.type === 'ends early') {
    response.end();
    return;
  }
  const finishReason = reply.type === 'text' ? (reply.finishReason ?? 'stop') : 'stop';
  await send(chunk([{ index: 0, delta: {}, finish_reason: finishReason }]));
  if (reply.type !== 'text' || reply.usage !== 'none') await send(chunk([], { usage: USAGE }));
  response.end('data: [DONE]\n\n');
}

const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

/** Clients take a second call, or completion, with the same id for the first one. */
const toolCall = ({ tool, parameters }: { tool: string; parameters: object }) => ({
  id: `call_${randomUUID()}`,
  type: 'function',
  function: { name: tool, arguments: JSON.stringify(parameters) },
});

function completion(model: string, content: string | null, calls: object[] = []): object {
  const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
  const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }];
  return { id: `chatcmpl-${randomUUID()}`, object: 'chat.completion', created: 1, model, choices, usage: USAGE };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
