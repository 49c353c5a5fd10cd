import assert from 'node:assert/strict';
import { createSchemas, type Schemas } from '../../../services/answer/structured/schemas.ts';
import { withNullableLeaves } from '../../../services/research/nullable-leaves.ts';

const text = { type: 'string' };

describe('a schema with nullable leaves', () => {
  let schemas: Schemas;
  before(() => void (schemas = createSchemas()));
  after(() => schemas.close());

  const cases: Array<[what: string, schema: object, value: unknown, fits: boolean]> = [
    ['a leaf', { type: 'object', properties: { a: text } }, { a: null }, true],
    ['a leaf of a choice of values', { type: 'object', properties: { a: { enum: ['x'] } } }, { a: null }, true],
    ['a leaf within an object', { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } }, { a: { b: null } }, true],
    ['an item', { type: 'object', properties: { a: { type: 'array', items: text } } }, { a: [null] }, true],
    ['a leaf of an item', { type: 'object', properties: { a: { type: 'array', items: { type: 'object', properties: { b: text } } } } }, { a: [{ b: null }] }, true],
    ['a leaf behind a reference', { type: 'object', properties: { a: { $ref: '#/$defs/t' } }, $defs: { t: text } }, { a: null }, true],
    ['a leaf of one of several', { type: 'object', properties: { a: { anyOf: [text, { type: 'number' }] } } }, { a: null }, true],
    ['an object itself', { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } }, { a: null }, false],
    ['a list itself', { type: 'object', properties: { a: { type: 'array', items: text } } }, { a: null }, false],
    ['a leaf of another type', { type: 'object', properties: { a: text } }, { a: 1 }, false],
    ['nothing where a member is required', { type: 'object', properties: { a: text }, required: ['a'] }, {}, false],
  ];
  for (const [what, schema, value, fits] of cases) {
    it(`${fits ? 'takes' : 'refuses'} null for ${what}: ${JSON.stringify(value)}`, async () => {
      const mismatch = await schemas.mismatch(withNullableLeaves(schema as Record<string, unknown>), value, new AbortController().signal);
      assert.equal(mismatch === undefined, fits, mismatch);
    });
  }
});
