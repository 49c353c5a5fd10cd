import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { says, startModelServer, type ModelServer } from '../support/model-server.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const DOCUMENTS = [
  {
    url: 'https://stones.example.com/barre',
    title: 'Barre granite quarry',
    text: 'The Barre granite quarry in Vermont is 600 feet deep. The Barre granite quarry was opened in 1833. The Barre granite quarry is open to visitors.',
  },
  {
    url: 'https://stones.example.com/barre-history',
    title: 'Barre granite quarry history',
    text: 'The Barre granite quarry was opened in 1833 after the War of 1812.',
  },
];
const QUERY = 'Tell me about the Barre granite quarry.';
const schema = {
  type: 'object',
  properties: {
    depth_feet: { type: 'integer', description: 'How many feet deep the quarry is' },
    opened: { type: 'integer', description: 'The year in which the quarry was opened' },
    owner: { type: 'string', description: 'The name of the company that owns the quarry' },
  },
  required: ['depth_feet', 'opened', 'owner'],
  additionalProperties: false,
};

async function start(environment: Record<string, string>): Promise<TestQuarry> {
  const quarry = await startQuarry({ QUARRY_RATE_LIMITS: 'off', ...environment });
  await quarry.call('POST', '/v1/documents', { documents: DOCUMENTS });
  await eventually(
    5_000,
    () => quarry.call('POST', '/v1/search', { query: 'barre' }),
    ({ body }) => body.documents.length === DOCUMENTS.length,
  );
  return quarry;
}

async function research(quarry: TestQuarry, output_schema: object) {
  const created = await quarry.call('POST', '/v1/agent/runs', { query: QUERY, output_schema });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return (await quarry.call('GET', `/v1/agent/runs/${created.body.id}?wait=30`)).body;
}

interface Run {
  output: {
    structured: unknown;
    grounding: Array<{ field: string; citations: Array<{ source_id: number; url: string }> }>;
    sources: Array<{ id: number; url: string }>;
  };
}

function citedUrls({ output }: Run, field: string): string[] {
  const citations = output.grounding.find((one) => one.field === field)?.citations ?? [];
  for (const { source_id: id, url } of citations)
    assert.equal(output.sources.find((source) => source.id === id)?.url, url);
  return citations.map(({ url }) => url);
}

describe('structured output of runs', () => {
  describe('without a model', () => {
    let quarry: TestQuarry;
    before(async () => void (quarry = await start({})));
    after(() => quarry.stop());

    for (const [shape, output_schema] of Object.entries({
      nested: { type: 'json_schema', json_schema: { name: 'quarry', schema, strict: true } },
      flat: { type: 'json_schema', name: 'quarry', schema },
    })) {
      it(`fills members from the sources and leaves the rest null, ${shape}`, async () => {
        const run = await research(quarry, output_schema);
        assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
        assert.deepEqual(run.output.structured, { depth_feet: 600, opened: 1833, owner: null });
        assert.deepEqual(run.output.grounding.map(({ field }: { field: string }) => field).sort(), [
          'depth_feet',
          'opened',
        ]);
        assert.deepEqual(citedUrls(run, 'opened').sort(), DOCUMENTS.map(({ url }) => url).sort());
        assert.match(run.output.text, /\[\d\]/);
      });
    }

    const refused: Array<[string, unknown, RegExp]> = [
      ['a schema of a list', { type: 'array', items: { type: 'string' } }, /object/],
      ['a type that there is not', { type: 'thing' }, /output_schema/],
      [
        'a remote reference',
        { type: 'object', properties: { a: { $ref: 'https://a.example/schema' } } },
        /output_schema/,
      ],
      [
        'a pattern that is none',
        { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
        /output_schema/,
      ],
    ];
    for (const [what, wrong, named] of refused) {
      it(`refuses ${what} at creation, and holds nothing`, async () => {
        const { status, body } = await quarry.call('POST', '/v1/agent/runs', {
          query: QUERY,
          output_schema: { type: 'json_schema', name: 'x', schema: wrong },
        });
        assert.equal(status, 400);
        assert.match(JSON.stringify(body), named);
        assert.equal((await quarry.call('GET', '/v1/account')).body.held, 0);
      });
    }
  });

  describe('with a model', () => {
    let server: ModelServer;
    let quarry: TestQuarry;
    before(async () => {
      server = await startModelServer();
      quarry = await start({ OPENAI_BASE_URL: server.baseUrl, QUARRY_MODEL: 'small' });
    });
    after(async () => {
      await quarry.stop();
      await server.close();
    });
    const format = (members: object) => ({
      type: 'json_schema',
      name: 'quarry',
      schema: { type: 'object', ...members },
    });

    it('keeps supported leaves, each with its position, and sets the rest to null', async () => {
      server.script(
        says(
          '{"facts": [{"name": "depth", "value": "600 feet deep"}, {"name": "owner", "value": "Evil Corporation"}], "is_open_to_visitors": true, "has_ghosts": true}',
        ),
      );
      const run = await research(
        quarry,
        format({
          properties: {
            facts: {
              type: 'array',
              items: {
                type: 'object',
                properties: { name: { type: 'string' }, value: { type: 'string' } },
                required: ['name', 'value'],
              },
            },
            is_open_to_visitors: { type: 'boolean' },
            has_ghosts: { type: 'boolean' },
          },
        }),
      );
      assert.equal(run.status, 'completed', JSON.stringify(run));
      assert.deepEqual(
        run.output.structured.facts.map(({ value }: { value: unknown }) => value),
        ['600 feet deep', null],
      );
      assert.deepEqual([run.output.structured.is_open_to_visitors, run.output.structured.has_ghosts], [true, null]);
      assert.deepEqual(citedUrls(run, 'facts.0.value'), ['https://stones.example.com/barre']);
      assert.ok(
        run.output.grounding.every(
          ({ field }: { field: string }) => field !== 'facts.1.value' && field !== 'has_ghosts',
        ),
      );
    });

    it('has null for each leaf that the model omits, whatever the schema allows', async () => {
      server.script(says('{"depth": 600}'));
      const run = await research(
        quarry,
        format({
          properties: {
            depth: { type: 'integer' },
            owner: { type: 'string' },
            opened: { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] },
          },
        }),
      );
      assert.deepEqual(
        run.output?.structured,
        { depth: 600, owner: null, opened: { year: null } },
        JSON.stringify(run),
      );
    });

    it('fails the run with invalid_output if the model is wrong twice, and bills nothing', async () => {
      const before = (await quarry.call('GET', '/v1/account')).body;
      server.script(says('{"depth": {"feet": '));
      const run = await research(quarry, format({ properties: { depth: { type: 'integer' } }, required: ['depth'] }));
      assert.deepEqual([run.status, run.stop_reason, run.output], ['failed', 'invalid_output', null]);
      assert.match(run.error.message, /output_schema/);
      assert.deepEqual((await quarry.call('GET', '/v1/account')).body, before);
    });

    it('works without a model that is unavailable', async () => {
      server.script(() => ({ type: 'error', status: 400 }));
      const run = await research(quarry, { type: 'json_schema', name: 'quarry', schema });
      assert.deepEqual(
        [run.status, run.output?.structured],
        ['completed', { depth_feet: 600, opened: 1833, owner: null }],
      );
    });
  });
});
