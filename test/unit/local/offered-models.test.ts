import assert from 'node:assert/strict';
import { startSite, type Site } from '../../support/site.ts';
import { offeredModels } from '../../../local/offered-models.ts';

describe('model servers on this machine', () => {
  let site: Site;
  const offersOf = (reply: string, status = 200) =>
    withSite((response) => response.writeHead(status, { 'content-type': 'application/json' }).end(reply));

  async function withSite(answer: (response: import('node:http').ServerResponse) => unknown): Promise<string[]> {
    site = await startSite({ '/v1/models': (_request, response) => void answer(response) });
    try {
      return await offeredModels([{ name: 'Ollama', baseUrl: `${site.origin}/v1` }]);
    } finally {
      await site.close();
    }
  }

  const listed = (...ids: unknown[]) => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) });

  it('are reported with their models and the variables that enable one', async () => {
    assert.deepEqual(await offersOf(listed('llama3.2:3b', 'qwen3:8b')), [
      `Ollama offers llama3.2:3b, qwen3:8b. To have a model write answers, start with OPENAI_BASE_URL=${site.origin}/v1 QUARRY_MODEL=llama3.2:3b`,
    ]);
  });

  it('are reported with five models and the number of the others', async () => {
    const [line = ''] = await offersOf(listed('a', 'b', 'c', 'd', 'e', 'f', 'g'));
    assert.match(line, /^Ollama offers a, b, c, d, e and 2 more\./);
  });

  it('show no name that a terminal would interpret', async () => {
    assert.deepEqual(await offersOf(listed('\u001B[2Jx', 'x; rm', 7, 'x'.repeat(81))), []);
  });

  const silent: Array<[what: string, reply: string, status: number]> = [
    ['reply with an error', listed('a'), 500],
    ['reply with another form', '[]', 200],
    ['reply with no JSON', '<html>', 200],
    ['reply with too much', listed('a', ...Array.from({ length: 10_000 }, () => 'x'.repeat(60))), 200],
  ];
  for (const [what, reply, status] of silent)
    it(`are not reported if they ${what}`, async () => assert.deepEqual(await offersOf(reply, status), []));

  it('are not reported if none listens', async () => {
    const closed = await startSite({});
    await closed.close();
    assert.deepEqual(await offeredModels([{ name: 'Ollama', baseUrl: `${closed.origin}/v1` }]), []);
  });
});
