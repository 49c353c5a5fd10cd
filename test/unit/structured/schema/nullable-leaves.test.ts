import assert from 'node:assert/strict';
import { createSchemas, type SchemaValidator } from '../../../../services/structured/schema/schemas.ts';
import { withNullableLeaves } from '../../../../services/structured/schema/nullable-leaves.ts';

const text = { type: 'string' };
const of = (a: object, b?: object) => ({ type: 'object', properties: { a, ...(b && { b }) } });
const kind = (name: string) => ({
  type: 'object',
  properties: { kind: { const: name }, size: { type: 'number' } },
  required: ['kind'],
});
const when = (condition: object, so: object, otherwise: object | boolean = true) =>
  Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, [condition, so, otherwise][index]]));

describe('a schema with nullable leaves', () => {
  let schemas: SchemaValidator;
  before(() => void (schemas = createSchemas()));
  after(() => schemas.close());

  const cases: Array<[what: string, schema: object, value: unknown, fits: boolean]> = [
    ['a leaf', { type: 'object', properties: { a: text } }, { a: null }, true],
    ['a leaf of a choice of values', { type: 'object', properties: { a: { enum: ['x'] } } }, { a: null }, true],
    [
      'a leaf within an object',
      { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } },
      { a: { b: null } },
      true,
    ],
    ['an item', { type: 'object', properties: { a: { type: 'array', items: text } } }, { a: [null] }, true],
    [
      'a leaf of an item',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'object', properties: { b: text } } } } },
      { a: [{ b: null }] },
      true,
    ],
    [
      'a leaf behind a reference',
      { type: 'object', properties: { a: { $ref: '#/$defs/t' } }, $defs: { t: text } },
      { a: null },
      true,
    ],
    [
      'a leaf of one of several',
      { type: 'object', properties: { a: { anyOf: [text, { type: 'number' }] } } },
      { a: null },
      true,
    ],
    [
      'an object itself',
      { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } },
      { a: null },
      false,
    ],
    ['a list itself', { type: 'object', properties: { a: { type: 'array', items: text } } }, { a: null }, false],
    ['a leaf of another type', { type: 'object', properties: { a: text } }, { a: 1 }, false],
    ['a choice of exactly one', of({ oneOf: [text, { type: 'integer' }] }), { a: null }, true],
    [
      'a choice of exactly one by reference',
      { ...of({ oneOf: [{ $ref: '#/$defs/t' }, { type: 'integer' }] }), $defs: { t: text } },
      { a: null },
      true,
    ],
    [
      'a leaf of exactly one object',
      of({ oneOf: [kind('circle'), kind('square')] }),
      { a: { kind: null, size: 1 } },
      true,
    ],
    [
      'one of two by what they require',
      of({ type: 'object', oneOf: [{ required: ['x'] }, { required: ['y'] }] }),
      { a: { x: null } },
      true,
    ],
    [
      'two of which one is wanted',
      of({ type: 'object', oneOf: [{ required: ['x'] }, { required: ['y'] }] }),
      { a: { x: null, y: 1 } },
      false,
    ],
    [
      'what fits two although one is wanted',
      of({
        oneOf: [
          { type: 'object', properties: { x: text } },
          { type: 'object', properties: { y: text } },
        ],
      }),
      { a: { x: 'x', y: 'y' } },
      false,
    ],
    [
      'a number of two kinds of which one is wanted',
      of({ oneOf: [{ type: 'number' }, { type: 'integer' }] }),
      { a: 1 },
      false,
    ],
    ['what must not be', of({ type: 'string', not: { enum: ['x', null] } }), { a: null }, true],
    ['a leaf that must not be short', { ...of(text), not: { properties: { a: { maxLength: 3 } } } }, { a: null }, true],
    [
      'a leaf that is short and must not be',
      { ...of(text), not: { properties: { a: { maxLength: 3 } } } },
      { a: 'abc' },
      false,
    ],
    [
      'a leaf that decides',
      {
        ...of({ const: 'b' }),
        ...when({ properties: { a: { const: 'b' } } }, { required: ['b'] }, { required: ['c'] }),
      },
      { a: null, b: 1 },
      true,
    ],
    ['a leaf of a case', when({ required: ['a'] }, { properties: { a: text } }), { a: null }, true],
    [
      'a decision that is made',
      when({ properties: { a: { const: 'b' } } }, { required: ['b'] }, { required: ['c'] }),
      { a: 'b', c: null },
      false,
    ],
    ['a part of what is prescribed', of({ const: { b: 'x', c: ['y'] } }), { a: { b: null, c: [null] } }, true],
    ['one of several prescribed objects', of({ enum: [{ b: 'x' }, { b: 'y' }] }), { a: { b: null } }, true],
    ['another part of what is prescribed', of({ const: { b: 'x', c: 'y' } }), { a: { b: null, c: 'x' } }, false],
    [
      'a leaf that comes with another',
      { type: 'object', dependentSchemas: { a: { properties: { b: text } } } },
      { a: 1, b: null },
      true,
    ],
    ['an item by its place', of({ type: 'array', prefixItems: [text, { type: 'number' }] }), { a: [null, null] }, true],
    [
      'an item that must be there',
      of({ type: 'array', contains: { const: 'x' }, maxContains: 1 }),
      { a: [null, null] },
      true,
    ],
    [
      'too many that are there',
      of({ type: 'array', contains: { const: 'x' }, maxContains: 1 }),
      { a: ['x', 'x', null] },
      false,
    ],
    ['two items that must differ', of({ type: 'array', items: text, uniqueItems: true }), { a: [null, null] }, true],
    ['two items that are alike', of({ type: 'array', items: text, uniqueItems: true }), { a: ['x', 'x'] }, false],
    [
      'two leaves of one reference, of which one is a place',
      { ...of({ oneOf: [text, { type: 'number' }] }, { $ref: '#/properties/a/oneOf/0' }) },
      { a: null, b: null },
      true,
    ],
    [
      'a leaf that an anchor names',
      { ...of({ $ref: '#t' }, { $ref: '#t' }), $defs: { t: { $anchor: 't', ...text } } },
      { a: null, b: null },
      true,
    ],
    [
      'a leaf deep within itself',
      { type: 'object', properties: { a: { $ref: '#' }, b: text } },
      { a: { a: { b: null } } },
      true,
    ],
    ['a leaf of what is not named', { type: 'object', unevaluatedProperties: text }, { a: null }, true],
    ['what may be a leaf or an object', of({ type: ['string', 'object'] }), { a: null }, true],
    ['what is no object as a whole', { anyOf: [{ type: 'array' }, { type: 'object' }] }, [], false],
    ['nothing where a member is required', { type: 'object', properties: { a: text }, required: ['a'] }, {}, false],
  ];
  for (const [what, schema, value, fits] of cases) {
    it(`${fits ? 'takes' : 'refuses'} ${what}: ${JSON.stringify(value)}`, async () => {
      const mismatch = await schemas.mismatch(
        withNullableLeaves(schema as Record<string, unknown>),
        value,
        new AbortController().signal,
      );
      assert.equal(mismatch === undefined, fits, mismatch);
    });
  }
});
