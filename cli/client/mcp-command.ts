import type { Command } from 'commander';
import product from '../../package.json' with { type: 'json' };
import type { CallOperation, JsonBody } from '../../api/operations/calls/call-in-process.ts';
import { callService, serviceAccess, type ServiceAccess } from './service-client.ts';

/** `quarry mcp`: an MCP server on stdin and stdout, over the REST interface of a running service. */
export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve MCP on stdin and stdout, for assistants on this machine')
    .addHelpText(
      'after',
      '\nQUARRY_URL (http://127.0.0.1:8080) and QUARRY_API_KEY name the service and the key. Without a key,\nthe first one in QUARRY_DATA_DIR (.data) is used.\n',
    )
    .action(serveMcp);
}

async function serveMcp(): Promise<void> {
  // Help needs neither: loading them takes longer than printing it.
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../../api/mcp/server.ts'),
  ]);
  const access = await serviceAccess(process.env);
  const call = callOverRest(access, await readPaths(access));
  const closed = Promise.withResolvers<void>();
  const options = { version: product.version, call, mayCall: () => true, isStopping: () => false };
  const handle = serveStdio(() => createMcpServer(options), {
    // Stdout belongs to the protocol.
    onerror: (error) => void process.stderr.write(`quarry mcp: ${error.message}\n`),
  });
  process.stdin.once('close', closed.resolve);
  process.stdin.once('end', closed.resolve);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closed.resolve);
  await closed.promise;
  await handle.close();
}

type Paths = ReadonlyMap<string, { method: string; path: string }>;

/** Method and path of each operation, as the service describes itself. @throws ServiceError UNAVAILABLE */
async function readPaths(access: ServiceAccess): Promise<Paths> {
  const described = (await callService(
    access,
    { method: 'GET', path: '/v1/openapi.json' },
    AbortSignal.timeout(10_000),
  )) as { paths: Record<string, Record<string, { operationId: string }>> };
  return new Map(
    Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
    ),
  );
}

function callOverRest(access: ServiceAccess, paths: Paths): CallOperation {
  return async (operationId, { params = {}, query, body }, signal) => {
    const known = paths.get(operationId);
    if (!known) throw new Error(`the service has no operation ${operationId}`);
    const path = known.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    return (await callService(access, { method: known.method, path: path + search, body }, signal)) as JsonBody;
  };
}
