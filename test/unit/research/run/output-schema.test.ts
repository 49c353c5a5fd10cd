import assert from 'node:assert/strict';
import { createSchemas, type SchemaValidator } from '../../../../services/structured/schema/schemas.ts';
import { requireFillable } from '../../../../services/research/run/output-schema.ts';

const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object', properties: { a: { type: 'string' } } };

describe('the schema of a run', () => {
  let schemas: SchemaValidator;
  before(() => void (schemas = createSchemas()));
  after(() => schemas.close());

  const fillable = (schema: Record<string, unknown>) =>
    requireFillable({ type: 'json_schema', name: 'a', schema }, schemas);

  it('is rejected before the run if its derived schema takes too long', async () => {
    const slow = { problem: async () => undefined, compileProblem: async () => 'takes too long to check' };
    const asked = requireFillable({ type: 'json_schema', name: 'a', schema: object }, slow);
    await assert.rejects(asked, {
      code: 'INVALID_REQUEST',
      message: 'output_schema: the schema takes too long to check',
    });
  });

  const refused: Array<[what: string, schema: Record<string, unknown>]> = [
    ['a text', { type: 'string' }],
    ['a choice of lists', { anyOf: [list, { type: 'string' }] }],
    ['exactly one of several lists', { oneOf: [list, { type: 'string' }] }],
    ['all of an object and a list', { allOf: [object, list] }],
    ['a reference to a list', { $ref: '#/$defs/list', $defs: { list } }],
    [
      'a reference that leads on to a list',
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/list' }] }, list } },
    ],
    ['prescribed texts', { enum: ['a', 'b'] }],
    ['one prescribed list', { const: ['a'] }],
    ['an object that must be of a list', { type: ['object', 'array'], anyOf: [list] }],
    ['anything but an object', { not: { type: 'object' } }],
  ];
  for (const [what, schema] of refused) {
    it(`is rejected if no object fits: ${what}`, async () => {
      await assert.rejects(fillable(schema), {
        code: 'INVALID_REQUEST',
        message: 'output_schema: the schema does not describe an object',
        param: 'output_schema',
      });
    });
  }

  const taken: Array<[what: string, schema: Record<string, unknown>]> = [
    ['an object', object],
    ['an object without its type', { properties: object.properties }],
    ['anything', {}],
    ['an object or nothing', { type: ['object', 'null'] }],
    ['a list or an object', { anyOf: [list, object] }],
    ['a list or a reference to an object', { oneOf: [list, { $ref: '#/$defs/object' }], $defs: { object } }],
    ['an object of itself', { type: 'object', properties: { a: { $ref: '#' } } }],
    ['prescribed objects', { enum: ['a', { a: 1 }] }],
    ['an object without a member', { type: 'object', not: { required: ['a'] } }],
  ];
  for (const [what, schema] of taken) {
    it(`is accepted if an object can fit: ${what}`, () => fillable(schema));
  }
});
