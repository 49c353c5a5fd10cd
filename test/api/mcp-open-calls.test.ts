import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport, type McpSubscription } from '@modelcontextprotocol/client';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const MOST = 100;
const WITHIN_MS = 20_000;

describe('the calls and streams that a key has open at /mcp', () => {
  let quarry: TestQuarry;
  before(async () => (quarry = await startQuarry()));
  after(() => quarry.stop());

  async function connected(key: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const requestInit = { headers: { 'x-api-key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', quarry.url), { requestInit }));
    return client;
  }

  it('are limited, and one that ends makes room', async () => {
    const [client, other] = await Promise.all([
      connected(quarry.key),
      quarry.accounts.createOrganization('other', 10).then(({ key }) => connected(key)),
    ]);
    const open: McpSubscription[] = [];
    for (let n = 0; n < MOST; n += 1) open.push(await client.listen({ toolsListChanged: true }));
    await assert.rejects(client.listTools(), /RATE_LIMITED|429/);
    assert.equal((await other.listTools()).tools.length, 8);
    await open.pop()?.close();
    const listed = await eventually(
      WITHIN_MS,
      () => client.listTools().catch(() => undefined),
      (tools) => tools !== undefined,
    );
    assert.equal(listed?.tools.length, 8);
    await Promise.all([client.close(), other.close()]);
  });
});
