import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const filler = `<p>${'The manual goes on about tables, their rows and the columns that each of them has. '.repeat(4)}</p>`;
const PAGE = `<!doctype html><title>Limits</title><main><article><h1>Limits</h1><p>The identifier of a granule holds at most 2<sup>31</sup> rows, in 10<sup>3</sup> m<sup>3</sup> of H<sub>2</sub>O.</p>
<p>The granule tally command is <code>SELECT COUNT(*) FROM granules</code>, sent with <code>Authorization: Bearer &lt;key&gt;</code>.</p>${filler}
<p>The granule upsert is written so:</p>
<pre><code class="language-python">def run(args, *, __all__=_x_):  # 2 * 3
    return "&lt;key&gt;"</code></pre></article></main>`;
const CODE = ['`SELECT COUNT(*) FROM granules`', '`Authorization: Bearer <key>`'];
const BLOCK = '```python\ndef run(args, *, __all__=_x_):  # 2 * 3\n    return "<key>"\n```';

describe('code and raised text, from a page to an answer', () => {
  let quarry: TestQuarry;
  let site: Site;
  let markdown = '';

  before(async () => {
    site = await startSite({ '/limits': PAGE });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    const { body } = await quarry.call('POST', '/v1/fetch', { urls: [`${site.origin}/limits`] });
    markdown = body.results[0].markdown;
    const documents = [
      { url: 'https://docs.example.com/limits', title: 'Limits', text: markdown },
      {
        url: 'https://docs.example.com/raw',
        title: 'Basalt',
        text: 'A basalt column bears up to 2<sup>24</sup> kg, or 5 m<sup>3</sup> of CO<sub>2</sub>. The basalt export call is `run(args, *, **kwargs)` for each column.',
      },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    await eventually(
      3_000,
      () => quarry.call('POST', '/v1/search', { query: 'basalt column' }),
      ({ body: found }) => found.documents.length > 0,
    );
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const answerTo = async (query: string) => (await quarry.call('POST', '/v1/answer', { query })).body.answer as string;

  it('are unchanged in fetch results', () => {
    for (const part of [...CODE, BLOCK, '2^31 rows', '10^3 m³ of H2O']) assert.ok(markdown.includes(part), part);
  });

  it('are in the content and the snippets of a search', async () => {
    const { body } = await quarry.call('POST', '/v1/search', { query: 'granule tally command' });
    const [{ content, snippets }] = body.documents;
    const shown = snippets.map(({ text }: { text: string }) => text).join('\n');
    for (const part of [...CODE, BLOCK, '2^31 rows']) assert.ok(content.includes(part) && shown.includes(part), part);
  });

  it('are in a cited answer', async () => {
    assert.match(
      await answerTo('How many rows does the identifier of a granule hold?'),
      /2\^31 rows, in 10\^3 m³ of H2O \(\[/,
    );
    const answer = await answerTo('What is the granule tally command?');
    for (const part of CODE) assert.ok(answer.includes(part), answer);
  });

  it('keep their meaning in a document with HTML markup', async () => {
    assert.match(await answerTo('How much does a basalt column bear?'), /2\^24 kg, or 5 m³ of CO2/);
    assert.ok((await answerTo('What is the basalt export call for each column?')).includes('`run(args, *, **kwargs)`'));
  });

  it('are in the report of a run', async () => {
    const { body } = await quarry.call('POST', '/v1/agent/runs', { query: 'What is the granule tally command?' });
    const { output } = (await quarry.call('GET', `/v1/agent/runs/${body.id}?wait=20`)).body;
    for (const part of CODE) assert.ok(output.text.includes(part), output.text);
  });

  it('follow the sentence that introduces them, in an answer and in a report', async () => {
    const query = 'How is the granule upsert written?';
    assert.match(
      await answerTo(query),
      /The granule upsert is written so:\n\n```python\n[\s\S]*\n```\n\n\(\[.*\]\(.*\)\)/,
    );
    const { body } = await quarry.call('POST', '/v1/agent/runs', { query });
    const { output } = (await quarry.call('GET', `/v1/agent/runs/${body.id}?wait=20`)).body;
    for (const text of [await answerTo(query), output.text]) assert.ok(text.includes(`\n\n${BLOCK}`), text);
  });

  it('are in the records of a monitor', async () => {
    const created = await quarry.call('POST', '/v1/monitors', {
      cadence: '366d',
      search_requests: [{ query: 'granule tally command' }],
    });
    const path = `/v1/monitors/${created.body.monitor.monitor_id}/records`;
    const { body } = await eventually(
      20_000,
      () => quarry.call('GET', path),
      ({ body: listed }) => listed.records.length > 0,
    );
    const [
      {
        search_result: { document },
      },
    ] = body.records;
    const shown = document.snippets.map(({ text }: { text: string }) => text).join('\n');
    for (const part of [...CODE, BLOCK, '2^31 rows'])
      assert.ok(document.content.includes(part) && shown.includes(part), part);
  });

  it('are in a structured answer without backticks', async () => {
    const schema = {
      type: 'object',
      properties: { granule_tally_command: { type: ['string', 'null'] } },
      required: ['granule_tally_command'],
      additionalProperties: false,
    };
    const { body } = await quarry.call('POST', '/v1/answer', {
      query: 'What is the granule tally command?',
      response_format: { type: 'json_schema', json_schema: { name: 'tally', schema } },
    });
    const value = JSON.parse(body.answer).granule_tally_command;
    assert.equal(value, 'SELECT COUNT(*) FROM granules');
  });
});
