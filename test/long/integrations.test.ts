import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonExamples, runTypeScript, TESTED, typeScriptExamples, type RunExample } from '../support/integrations.ts';
import { says, startModelServer, type ModelServer, type Script } from '../support/model-server.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';
import type { Project } from '../sdk/packed.ts';

const QUESTION = 'Where does a dipper walk?';
const SENTENCE = 'A dipper walks under water.';
const DIPPER = 'https://birds.example.com/dipper';
const PAGE =
  '<!doctype html><title>Wrens</title><main><h1>Wrens</h1><p>A wren sings in the hedge all winter.</p></main>';

/** Searches with a tool, then reads a page with another, then says what it has. */
const searches =
  (search: string, read: { tool: string; parameters: object }): Script =>
  ({ body }) => {
    const results = body.messages.filter(({ role }) => role === 'tool').length;
    if (results === 0) return { type: 'call', tool: search, parameters: { query: QUESTION } };
    if (results === 1) return { type: 'call', ...read };
    return { type: 'text', pieces: ['Under water.'] };
  };

describe('the examples for frameworks', function () {
  this.timeout(300_000);
  let quarry: TestQuarry;
  let model: ModelServer;
  let site: Site;
  let project: Project;
  let inTypeScript: RunExample;
  let withLangChain: RunExample;
  let withLlamaIndex: RunExample;
  before(async () => {
    [quarry, model, site, project] = await Promise.all([
      startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' }),
      startModelServer(),
      startSite({ '/wren': PAGE }),
      typeScriptExamples(),
    ]);
    const documents = [
      { url: DIPPER, title: 'Dippers', text: `${SENTENCE} It feeds on larvae.` },
      { url: 'https://birds.example.com/heron', title: 'Herons', text: 'A heron stands in the reeds.' },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    const env = {
      QUARRY_URL: quarry.url,
      QUARRY_API_KEY: quarry.key,
      API_ADDRESS: quarry.grpc,
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'of-the-model',
    };
    inTypeScript = runTypeScript(project, env);
    withLangChain = await pythonExamples('langchain', env);
    withLlamaIndex = await pythonExamples('llamaindex', env);
  });
  beforeEach(() => void model.requests.splice(0));
  after(async () => {
    await Promise.all([project.remove(), quarry.stop(), model.close(), site.close()]);
  });

  const lastPrompt = () => JSON.stringify(model.requests.at(-1)?.body.messages);
  const toolResults = () => (model.requests.at(-1)?.body.messages ?? []).filter(({ role }) => role === 'tool');
  const read = (tool: string, parameters: object) => searches('search', { tool, parameters });
  /** Each agent was offered both tools, and its model was given what they found. */
  const assertBothRead = (offered: string[]) => {
    const names = (model.requests[0]?.body.tools ?? []).map((tool) => tool.function.name);
    assert.deepEqual(names.filter((name) => offered.includes(name)).toSorted(), offered);
    const [found, page] = toolResults().map((message) => JSON.stringify(message.content));
    assert.match(found ?? '', /A dipper walks under water/);
    assert.match(page ?? '', /A wren sings in the hedge all winter/);
  };

  it('have pages that name the versions which are tested', async () => {
    const pages = (await readdir('docs/integrations')).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(pages.map((name) => readFile(join('docs/integrations', name), 'utf8')));
    const words = new Set(texts.flatMap((text) => text.split(/\s+/)));
    assert.deepEqual(
      TESTED.filter((one) => !words.has(one)),
      [],
    );
  });

  it('compile', () => project.compile());

  for (const file of ['ask.py', 'ask.ts']) {
    it(`give a model what the retriever has found: langchain/${file}`, async () => {
      model.script(says('Under water.'));
      const run = file.endsWith('.py') ? withLangChain : inTypeScript;
      assert.equal(await run(`langchain/${file}`, [QUESTION]), 'Under water.\n');
      assert.ok(lastPrompt().includes(`${DIPPER}\\n`), lastPrompt());
      assert.ok(lastPrompt().includes(SENTENCE), lastPrompt());
    });
  }

  for (const path of ['langchain/agent.py', 'langchain/agent.ts', 'vercel-ai-sdk/tools.ts']) {
    it(`let an agent search, and read a page: ${path}`, async () => {
      const tool = path.startsWith('vercel') ? 'readPage' : 'read_page';
      model.script(read(tool, { url: `${site.origin}/wren` }));
      const run = path.endsWith('.py') ? withLangChain : inTypeScript;
      assert.equal(await run(path, [QUESTION]), 'Under water.\n');
      assertBothRead([tool, 'search']);
    });
  }

  it('let an agent use the tools of MCP: openai-agents/ask.py', async () => {
    model.script(read('fetch', { urls: [`${site.origin}/wren`] }));
    assert.equal(await withLangChain('openai-agents/ask.py', [QUESTION]), 'Under water.\n');
    assertBothRead(['fetch', 'search']);
  });

  it('have Quarry as a model: vercel-ai-sdk/provider.ts', async () => {
    const printed = await inTypeScript('vercel-ai-sdk/provider.ts', [QUESTION]);
    assert.match(printed, /^A dipper walks under water \(\[Dippers\]\(https:\/\/birds\.example\.com\/dipper\)\)/);
    assert.match(printed, /^\d+ tokens$/m);
  });

  it('give a query engine what the retriever has found: llamaindex/ask.py', async () => {
    model.script(says('Under water.'));
    const [answer, ...sources] = (await withLlamaIndex('llamaindex/ask.py', [QUESTION])).trim().split('\n');
    assert.equal(answer, 'Under water.');
    assert.ok(sources.includes(DIPPER), sources.join());
    assert.ok(lastPrompt().includes(SENTENCE), lastPrompt());
  });

  it('read pages into nodes, and leave out a page that is not there: llamaindex/read.py', async () => {
    const printed = await withLlamaIndex('llamaindex/read.py', [`${site.origin}/wren`, `${site.origin}/none`]);
    assert.equal(printed, `${site.origin}/wren # Wrens\n`);
  });
});
