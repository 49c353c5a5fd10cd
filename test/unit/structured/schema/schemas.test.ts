import assert from 'node:assert/strict';
import { createSchemas, type SchemaValidator } from '../../../../services/structured/schema/schemas.ts';

describe('a schema', () => {
  let schemas: SchemaValidator;
  before(() => void (schemas = createSchemas()));
  after(() => schemas.close());

  const { signal } = new AbortController();
  const problem = (schema: object | boolean) =>
    schemas.problem(typeof schema === 'boolean' ? schema : { ...schema }, signal);
  const mismatch = (schema: object, value: unknown) => schemas.mismatch({ ...schema }, value, signal);

  let deep: object = {};
  for (let level = 0; level < 11; level += 1) deep = { items: deep };
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, true]));
  const refused: Array<[object, RegExp]> = [
    [{ description: 'x'.repeat(65_536) }, /longer than 65536 bytes/],
    [deep, /deeper than 10/],
    [{ properties: many(501) }, /more than 500 properties/],
    [{ patternProperties: many(501) }, /more than 500 properties/],
    [{ enum: Array.from({ length: 1_001 }, (_, index) => index) }, /more than 1000 enum values/],
    [{ $ref: 'https://example.com/schema' }, /\$ref to https:\/\/example\.com\/schema, which is not within the schema/],
    [{ $ref: '#/$defs/none' }, /\$ref to #\/\$defs\/none, which is no schema within it/],
    [{ $ref: '#/examples/0', examples: [{ type: 'string' }] }, /which is no schema within it/],
    [{ $ref: '#nowhere' }, /which is no schema within it/],
    [{ $dynamicRef: '#a' }, /uses \$dynamicRef, which is not served/],
    [{ items: { $id: 'https://example.com/other' } }, /has a \$id below its root/],
    [{ items: { dependencies: { a: ['b'] } } }, /uses dependencies, which is not served; use dependentRequired/],
    [{ properties: { a: { $vocabulary: {} } } }, /uses \$vocabulary, which is not served/],
    [{ type: 'text' }, /malformed type/],
    [{ properties: { a: { minLength: -1 } } }, /malformed minLength, at \/properties\/a\/minLength/],
    [{ required: 'name' }, /malformed required: it must be array/],
    [{ items: [{}] }, /malformed items|neither an object nor a boolean/],
    [{ anyOf: [] }, /malformed anyOf/],
    [{ multipleOf: 0 }, /malformed multipleOf/],
    [{ pattern: '(a' }, /pattern "\(a" cannot be matched in linear time/],
    [{ patternProperties: { '(?=a)b': true } }, /pattern "\(\?=a\)b" cannot be matched in linear time/],
    [{ $ref: '#' }, /refers to itself without end/],
    [
      { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } },
      /refers to itself without end/,
    ],
  ];
  for (const [schema, sentence] of refused) {
    it(`is rejected: ${sentence.source}`, async () => assert.match((await problem(schema)) ?? '', sentence));
  }

  const served: object[] = [
    {
      $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } },
      $ref: '#/$defs/node',
      format: 'x',
      enum: [1],
    },
    { properties: many(500) },
    {
      properties: Object.fromEntries(
        Object.keys(many(500)).map((name) => [name, { type: ['string', 'null'], maxLength: 40, pattern: '^[a-z]+$' }]),
      ),
      required: Object.keys(many(500)),
      additionalProperties: false,
    },
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/a',
      definitions: { a: {} },
      $ref: '#/definitions/a',
    },
    { $ref: '#here', $defs: { a: { $anchor: 'here', type: 'string' } } },
    {
      'x-order': 3,
      nullable: true,
      id: 'a',
      optional: [],
      items: { additionalItems: false, discriminator: { propertyName: 'kind' }, type: 'string' },
    },
    { properties: { $dynamicRef: true, nullable: { const: { $id: 1 } } } },
  ];
  for (const schema of served) {
    it(`is accepted: ${JSON.stringify(schema).slice(0, 80)}`, async () =>
      assert.equal(await problem(schema), undefined));
  }

  it('can be true and false too', async () => {
    assert.deepEqual(
      [await problem(true), await problem(false), (await mismatch({ not: {} }, 1)) === undefined],
      [undefined, undefined, false],
    );
  });

  // As JSON, since the linter takes an object with `then` for a promise.
  const conditional = JSON.parse(
    '{"if": {"properties": {"kind": {"const": "open"}}}, "then": {"required": ["since"]}, "else": {"required": ["until"]}}',
  ) as object;
  const fitting: Array<[schema: object, fits: unknown[], doesNotFit: unknown[]]> = [
    [{ type: 'integer', minimum: 2, exclusiveMaximum: 5 }, [2, 4], [1, 5, 2.5, '2', null]],
    [{ type: ['string', 'null'], minLength: 2, maxLength: 3 }, ['ab', '🪨🪨🪨', null], ['a', 'abcd', 1]],
    [{ multipleOf: 0.1 }, [0.3, 'x'], [0.35]],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1, uniqueItems: true },
      [['a', 1, 2]],
      [[], [1], ['a', 'b'], ['a', 1, 1]],
    ],
    [
      { required: ['a'], properties: { a: { const: 1 } }, additionalProperties: false },
      [{ a: 1 }, 'no object'],
      [{}, { a: 2 }, { a: 1, b: 1 }],
    ],
    [{ properties: { toString: { type: 'string' } }, required: ['constructor'] }, [{ constructor: 1 }], [{}]],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['a', null], [1]],
    [{ oneOf: [{ type: 'number' }, { minimum: 5 }] }, [4], [6]],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }], not: { const: 2 } }, [1], [0, 2, 3]],
    [{ enum: [{ a: [1] }, null] }, [{ a: [1] }, null], [{ a: [2] }, 'null']],
    [
      {
        $ref: '#/$defs/list',
        $defs: { list: { properties: { next: { $ref: '#/$defs/list' }, n: { type: 'number' } } } },
      },
      [{ next: { n: 1 } }],
      [{ next: { next: { n: 'x' } } }],
    ],
    [
      conditional,
      [
        { kind: 'open', since: 1 },
        { kind: 'shut', until: 1 },
      ],
      [{ kind: 'open', until: 1 }, { kind: 'shut' }],
    ],
    [{ pattern: '^\\p{Lu}\\w+$' }, ['Barre', 7], ['barre', 'Barre quarry']],
    [
      { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false },
      [{ n_a: 1 }],
      [{ n_a: 'x' }, { a: 1 }],
    ],
    [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    [
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
      [{ a: 1, b: 1 }, { c: 1, d: 1 }, {}],
      [{ a: 1 }, { c: 1 }],
    ],
    [{ contains: { type: 'number' }, minContains: 2, maxContains: 3 }, [[1, 'a', 2]], [[1], [1, 2, 3, 4]]],
    [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, [{ a: 1 }], [{ b: 1 }]],
    // Keywords that 2020-12 does not know assert nothing.
    [{ type: 'string', nullable: true, 'x-order': 1, id: 7, divisibleBy: 2 }, ['a'], [null, 1]],
    [{ properties: { a: { type: 'number', nullable: true, formatMinimum: 'x' } } }, [{ a: 1 }], [{ a: null }]],
    [{ prefixItems: [true], unevaluatedItems: false }, [[1]], [[1, 2]]],
  ];
  for (const [schema, fits, doesNotFit] of fitting) {
    it(`is evaluated: ${JSON.stringify(schema)}`, async () => {
      assert.equal(await problem(schema), undefined);
      for (const value of fits) assert.equal(await mismatch(schema, value), undefined, JSON.stringify(value));
      for (const value of doesNotFit) assert.notEqual(await mismatch(schema, value), undefined, JSON.stringify(value));
    });
  }

  it('reports where a value does not fit, and why', async () => {
    const schema = {
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      additionalProperties: false,
    };
    assert.equal(await mismatch(schema, { a: 1 }), '/a must match a schema in anyOf (/a must be string)');
    assert.equal(await mismatch(schema, { b: 1 }), 'the value must NOT have additional properties: b');
  });

  it('matches an ambiguous pattern in linear time', async () => {
    assert.match((await mismatch({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)) ?? '', /must match pattern/);
  });

  // Each level doubles the ways, so that the last is never reached.
  const doubling = (levels: number) =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, level) => {
        const next = { $ref: `#/$defs/l${level + 1}` };
        return [`l${level}`, level + 1 === levels ? { not: true } : { anyOf: [next, { allOf: [next] }] }];
      }),
    );

  it('that takes too long is rejected, and harms no other', async () => {
    const slow = problem({ $ref: '#/$defs/l0', $defs: doubling(60) });
    assert.equal(await problem({ type: 'string' }), undefined);
    assert.match((await slow) ?? '', /takes too (?:long|much memory) to check/);
    assert.equal(await problem({ type: 'string' }), undefined);
  });

  it('is abandoned when the caller is gone', async () => {
    await assert.rejects(schemas.problem({}, AbortSignal.abort(new Error('gone'))), /gone/);
  });
});
