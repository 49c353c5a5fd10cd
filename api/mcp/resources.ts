import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import type { ListDocumentsResponse } from '../operations/responses/documents.ts';
import type { CallOperation, JsonBody } from '../operations/calls/call-in-process.ts';
import { reportUri, type RunBody } from './tools/run-result.ts';

const DOCUMENTS = '50';
const RUNS = '20';

interface ResourceSource {
  call: CallOperation;
  mayCall(operationId: string): boolean;
}

/** What a client can read beside the results of tools: documents of the organization, research runs and their reports. */
export function registerResources(server: McpServer, { call, mayCall }: ResourceSource): void {
  if (mayCall('listDocuments')) documents(server, call);
  if (mayCall('getAgentRun')) runs(server, call);
}

const documentUri = (url: string) => `quarry://documents/${encodeURIComponent(url)}`;

function documents(server: McpServer, call: CallOperation): void {
  const list = async (_: unknown, signal: AbortSignal) => {
    const listed = await call('listDocuments', { query: { limit: DOCUMENTS } }, signal);
    const { documents: found } = listed as z.infer<typeof ListDocumentsResponse>;
    return {
      resources: (found ?? []).map(({ url, title }) => ({
        uri: documentUri(url),
        name: title ?? url,
        mimeType: 'text/markdown',
      })),
    };
  };
  server.registerResource(
    'document',
    new ResourceTemplate('quarry://documents/{url}', { list: (context) => list(context, context.mcpReq.signal) }),
    {
      title: 'Document',
      description: "A document of the organization's own, by its address, percent-encoded.",
      mimeType: 'text/markdown',
    },
    async (uri, { url }, context) => {
      const query = { url: decoded(uri, String(url)) };
      const read = await readOr404(uri, call('listDocuments', { query }, context.mcpReq.signal));
      const { document } = read as z.infer<typeof ListDocumentsResponse>;
      return contents(uri, 'text/markdown', document?.text ?? '');
    },
  );
}

function runs(server: McpServer, call: CallOperation): void {
  const read = (uri: URL, id: unknown, signal: AbortSignal) =>
    readOr404(uri, call('getAgentRun', { params: { id: String(id) } }, signal));
  server.registerResource(
    'run',
    new ResourceTemplate('quarry://runs/{run_id}', { list: undefined }),
    {
      title: 'Research run',
      description: 'A research run with its output, sources and cost.',
      mimeType: 'application/json',
    },
    async (uri, { run_id }, { mcpReq }) =>
      contents(uri, 'application/json', JSON.stringify(await read(uri, run_id, mcpReq.signal), undefined, 2)),
  );
  server.registerResource(
    'report',
    new ResourceTemplate('quarry://runs/{run_id}/report', {
      list: async ({ mcpReq }) => {
        const { runs: listed } = await call('listAgentRuns', { query: { limit: RUNS } }, mcpReq.signal);
        const reports = (listed as RunBody[]).filter(({ status }) => status === 'completed');
        return {
          resources: reports.map(({ id, request }) => ({
            uri: reportUri(id),
            name: request?.query.slice(0, 100) || id,
            mimeType: 'text/markdown',
          })),
        };
      },
    }),
    { title: 'Report', description: 'The report of a completed research run.', mimeType: 'text/markdown' },
    async (uri, { run_id }, { mcpReq }) => {
      const { output } = (await read(uri, run_id, mcpReq.signal)) as unknown as RunBody;
      return contents(uri, 'text/markdown', output?.text ?? '');
    },
  );
}

function contents(uri: URL, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType, text }] };
}

function decoded(uri: URL, address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    throw new ResourceNotFoundError(uri.href, 'Not found.');
  }
}

async function readOr404(uri: URL, reading: Promise<JsonBody>): Promise<JsonBody> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'NOT_FOUND')
      throw new ResourceNotFoundError(uri.href, 'Not found.');
    throw thrown;
  }
}
