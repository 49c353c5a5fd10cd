import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { keptPackages } from '../support/kept-packages.ts';
import { keptPython, runPython } from '../support/python/environment.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const PYTHON_CLIENT = 'mcp==2.3.0';
const COMMAND = resolve('cli/quarry.ts');
const PUFFIN = 'https://birds.example.com/puffin';
const TOOLS = ['answer', 'fetch', 'get_run', 'index', 'map', 'monitor_records', 'research', 'search'];

/** What the Inspector prints of a method's result. */
interface Inspected {
  tools?: Array<{ name: string }>;
  structuredContent?: { results: Array<{ url: string }> };
}

describe('a client of MCP that is not our own', function () {
  this.timeout(300_000);
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
    const text = 'A puffin nests in a burrow of two metres.';
    await quarry.call('POST', '/v1/documents', { documents: [{ url: PUFFIN, title: 'Puffins', text }] });
  });
  after(() => quarry.stop());

  it('may be the official one for Python, over HTTP and over stdin and stdout', async () => {
    const python = await keptPython([PYTHON_CLIENT]);
    const scenario = resolve('test/support/python/mcp_scenario.py');
    const printed = await runPython(python, [scenario, quarry.url, quarry.key, process.execPath, COMMAND]);
    const expected = {
      tools: TOOLS,
      found: [PUFFIN],
      report_cites: true,
      missing: [true, 'NOT_FOUND'],
      prompts: ['check', 'compare', 'research'],
    };
    assert.deepEqual(JSON.parse(printed), [expected, expected]);
  });

  describe('as the command line of the Inspector', () => {
    const inspected = async (server: string[], method: string[]): Promise<Inspected> => {
      const inspector = join(await keptPackages([INSPECTOR]), '.bin/mcp-inspector');
      const { stdout } = await promisify(execFile)(inspector, ['--cli', ...server, '--method', ...method]);
      return JSON.parse(stdout) as Inspected;
    };
    const calls = async (server: string[]) => {
      const { tools } = await inspected(server, ['tools/list']);
      assert.deepEqual(tools?.map(({ name }) => name).toSorted(), TOOLS);
      const search = ['tools/call', '--tool-name', 'search', '--tool-arg', 'query=puffin burrow'];
      const { structuredContent } = await inspected(server, search);
      assert.deepEqual(
        structuredContent?.results.map(({ url }) => url),
        [PUFFIN],
      );
    };

    it('calls tools over HTTP', () =>
      calls([`${quarry.url}/mcp`, '--transport', 'http', '--header', `x-api-key: ${quarry.key}`]));

    it('calls tools over stdin and stdout', () =>
      calls([
        '-e',
        `QUARRY_URL=${quarry.url}`,
        '-e',
        `QUARRY_API_KEY=${quarry.key}`,
        process.execPath,
        COMMAND,
        'mcp',
      ]));
  });
});
