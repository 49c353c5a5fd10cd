import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

describe('the endpoint of MCP', () => {
  let quarry: TestQuarry;
  before(async () => (quarry = await startQuarry()));
  after(() => quarry.stop());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(new URL('/mcp', quarry.url), {
      method: 'POST',
      headers: { ...HEADERS, 'x-api-key': quarry.key, ...headers },
      body: JSON.stringify(body),
    });

  it('refuses a call without a valid key, and says how to send one', async () => {
    for (const key of ['', 'qry_live_nonsense']) {
      const refused = await post(INITIALIZE, { 'x-api-key': key });
      assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer']);
    }
    const bearer = await post(INITIALIZE, { 'x-api-key': '', authorization: `Bearer ${quarry.key}` });
    assert.equal(bearer.status, 200);
    await bearer.text();
  });

  it('refuses pages of other origins', async () => {
    for (const origin of ['https://evil.example.com', 'http://localhost.evil.example.com', 'null'])
      assert.equal((await post(INITIALIZE, { origin })).status, 403, origin);
    const own = await post(INITIALIZE, { origin: 'http://localhost:5173' });
    assert.equal(own.status, 200);
    await own.text();
  });

  it('keeps a session for its own key, and answers another with 404 as for an unknown one', async () => {
    const begun = await post(INITIALIZE);
    await begun.text();
    const session = begun.headers.get('mcp-session-id') ?? '';
    assert.match(session, /^[0-9a-f-]{36}$/);
    const { key } = await quarry.accounts.createOrganization('other', 10);
    const inSession = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' };
    const foreign = await post(LIST, { ...inSession, 'x-api-key': key });
    const unknown = await post(LIST, { ...inSession, 'mcp-session-id': 'ffffffff-ffff-4fff-8fff-ffffffffffff' });
    assert.deepEqual([foreign.status, unknown.status], [404, 404]);
    assert.equal(await foreign.text(), await unknown.text());
    const listed = await post(LIST, inSession);
    assert.equal(listed.status, 200);
    assert.match(await listed.text(), /"name":"research"/);
    const ended = await fetch(new URL('/mcp', quarry.url), {
      method: 'DELETE',
      headers: { 'x-api-key': quarry.key, ...inSession },
    });
    assert.equal(ended.status, 200);
    assert.equal((await post(LIST, inSession)).status, 404);
  });

  it('ends a session with its key', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('revoked', 10);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { 'x-api-key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', quarry.url), { requestInit }));
    const [own] = await quarry.database.query<{ id: string }>('select id from api_keys where org_id = $1', [orgId]);
    await quarry.accounts.revokeKey(own!.id);
    await assert.rejects(async () => {
      for (let n = 0; n < 20; n += 1) {
        await client.listTools();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }, /UNAUTHENTICATED/);
    await client.close();
  });

  it('serves an assistant over stdin and stdout with the same tools', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['cli/quarry.ts', 'mcp'],
      env: { ...(process.env as Record<string, string>), QUARRY_URL: quarry.url, QUARRY_API_KEY: quarry.key },
      stderr: 'pipe',
    });
    await client.connect(transport);
    const document = { url: 'https://birds.example.com/auk', title: 'Auks', text: 'An auk dives for sand eels.' };
    const indexed = await client.callTool({ name: 'index', arguments: { documents: [document] } });
    assert.equal((indexed.structuredContent as { accepted: number }).accepted, 1);
    const found = await client.callTool({ name: 'search', arguments: { query: 'auk' } });
    assert.match(JSON.stringify(found.content), /dives for sand eels/);
    const missing = await client.callTool({ name: 'get_run', arguments: { run_id: 'run_none' } });
    assert.match(JSON.stringify(missing.content), /NOT_FOUND/);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 8);
    await client.close();
  });
});
