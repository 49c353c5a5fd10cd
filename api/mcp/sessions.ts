import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport, type McpServer } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../services/core/errors.ts';

// A client that is gone without a word ends its session no other way.
const IDLE_MS = 30 * 60_000;
const MOST_SESSIONS = 1_000;
const MOST_SESSIONS_OF_KEY = 50;
const RETRY_AFTER_SECONDS = 60;

interface Session {
  keyId: string;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** Sessions of clients that speak a revision of the protocol before 2026-07-28, in this process. */
export interface McpSessions {
  /** Serves a request of a session, or one that begins one. @returns undefined if it belongs to no session */
  serve(request: Request, parsedBody: unknown, client: SessionClient): Promise<Response | undefined>;
  close(): Promise<void>;
}

interface SessionClient {
  keyId: string;
  /** Whether the request is the first of a session. */
  begins: boolean;
  createServer(): McpServer;
}

export function createMcpSessions(): McpSessions {
  const sessions = new LRUCache<string, Session>({
    max: MOST_SESSIONS,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ transport }) => void transport.close(),
  });

  async function begin({ keyId, createServer }: SessionClient): Promise<WebStandardStreamableHTTPServerTransport> {
    const own = [...sessions.entries()].filter(([, session]) => session.keyId === keyId);
    // The least recently used one comes last.
    if (own.length >= MOST_SESSIONS_OF_KEY) sessions.delete(own.at(-1)?.[0] ?? '');
    else if (sessions.size >= MOST_SESSIONS)
      throw new ServiceError('RATE_LIMITED', 'There are too many sessions.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { keyId, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createServer().connect(transport);
    return transport;
  }

  return {
    async serve(request, parsedBody, client) {
      const id = request.headers.get('mcp-session-id');
      if (id === null && !client.begins) return undefined;
      const session = id === null ? undefined : sessions.get(id);
      // A session of another key is answered as one that does not exist.
      if (id !== null && session?.keyId !== client.keyId) return unknownSession();
      const transport = session?.transport ?? (await begin(client));
      return transport.handleRequest(request, { parsedBody });
    },
    async close() {
      sessions.clear();
    },
  };
}

/** A client begins a new session after this. */
function unknownSession(): Response {
  const error = { code: -32_001, message: 'Session not found. Initialize again.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
