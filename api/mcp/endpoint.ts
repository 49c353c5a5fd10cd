import { createMcpHandler, isInitializeRequest, type McpServer } from '@modelcontextprotocol/server';
import { createMcpSessions } from './sessions.ts';

/** What serves MCP over HTTP, in both of its forms: with sessions, and without. */
export interface McpEndpoint {
  serve(request: Request, parsedBody: unknown, client: McpClient): Promise<Response>;
  isClosing(): boolean;
  /** Ends all sessions and calls. */
  close(): Promise<void>;
}

interface McpClient {
  keyId: string;
  createServer(): McpServer;
}

/**
 * Clients of the revision 2026-07-28 and those that ask without a session get a server for each request. Those that
 * begin with `initialize` get a session, in which they can cancel a call.
 */
export function createMcpEndpoint(onError: (error: Error) => void): McpEndpoint {
  const sessions = createMcpSessions();
  let isClosing = false;
  const handler = createMcpHandler(
    ({ authInfo = noClient() }) => (authInfo.extra as unknown as McpClient).createServer(),
    {
      onerror: onError,
    },
  );
  return {
    async serve(request, parsedBody, client) {
      const begins = isInitializeRequest(parsedBody);
      const answered = await sessions.serve(request, parsedBody, { ...client, begins });
      if (answered) return answered;
      const authInfo = { token: '', clientId: client.keyId, scopes: [], extra: { ...client } };
      return handler.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) });
    },
    isClosing: () => isClosing,
    async close() {
      isClosing = true;
      await sessions.close();
      await handler.close();
    },
  };
}

function noClient(): never {
  throw new Error('each request is served with its client');
}
