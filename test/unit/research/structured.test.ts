import assert from 'node:assert/strict';
import { createSchemas, type SchemaValidator } from '../../../services/structured/schema/schemas.ts';
import type { Model } from '../../../services/model/port.ts';
import { fillStructured } from '../../../services/research/report/structured.ts';

const SOURCES = [
  {
    id: 1,
    url: 'https://barre.example/',
    name: 'Barre',
    title: 'Barre',
    passages: ['The Barre quarry is 600 feet deep. The Barre quarry opened in 1833.'],
  },
];
const object = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

describe("a run's structured output", () => {
  let schemas: SchemaValidator;
  before(() => void (schemas = createSchemas()));
  after(() => schemas.close());

  function writing(...values: unknown[]): Model {
    let calls = 0;
    return {
      async *write() {
        yield JSON.stringify(values[Math.min(calls++, values.length - 1)]);
        return undefined;
      },
    };
  }

  async function filled(schema: Record<string, unknown>, ...values: unknown[]) {
    const model = values.length > 0 ? writing(...values) : undefined;
    return fillStructured(
      { model, schemas },
      { query: 'How deep is the Barre quarry?', schema, evidence: SOURCES },
      new AbortController().signal,
    );
  }

  const owned = object({ depth_feet: { type: 'number' }, owner: { oneOf: [{ type: 'string' }, { type: 'integer' }] } });

  it('has null for a leaf of exactly one of several types, with a model', async () => {
    assert.deepEqual((await filled(owned, { depth_feet: 600, owner: 'Nobody Known' }))?.value, {
      depth_feet: 600,
      owner: null,
    });
  });

  it('has null for a leaf of exactly one of several types, without a model', async () => {
    assert.deepEqual((await filled(owned))?.value, { depth_feet: 600, owner: null });
  });

  it('is never a list, if the schema allows one beside an object', async () => {
    const schema = { anyOf: [{ type: 'array', items: { type: 'number' } }, owned] };
    assert.equal(await filled(schema, [600]), undefined);
    assert.deepEqual((await filled(schema))?.value, { depth_feet: 600, owner: null });
    assert.deepEqual((await filled(schema, [600], { depth_feet: 600, owner: null }))?.value, {
      depth_feet: 600,
      owner: null,
    });
  });

  it('has null for a number of another sign, or of another thing', async () => {
    const schema = object({
      depth_feet: { type: 'number' },
      level: { type: 'number' },
      workers: { type: 'integer' },
      opened: { type: 'integer' },
    });
    const result = await filled(schema, { depth_feet: 600, level: -600, workers: 1833, opened: 1833 });
    assert.deepEqual(result?.value, { depth_feet: 600, level: null, workers: null, opened: 1833 });
    assert.deepEqual(
      result?.grounding.map(({ field }) => field),
      ['depth_feet', 'opened'],
    );
  });
});
