import assert from 'node:assert/strict';
import { AnswerRequestSchema } from '../../../services/answer/request.ts';
import type { Source } from '../../../services/answer/select-sentences.ts';
import { schemaMismatch } from '../../../services/answer/structured/schema-mismatch.ts';
import { schemaProblem } from '../../../services/answer/structured/schema-problem.ts';
import { writeStructured } from '../../../services/answer/structured/write-structured.ts';
import type { Model, ModelCall } from '../../../services/model/model.ts';
import { parseRequest } from '../../../services/validation.ts';

const SOURCES: Source[] = [
  { url: 'https://barre.example/page', name: 'barre', title: 'Barre', passages: ['The Barre granite quarry in Vermont is 600 feet deep. It was opened on 6 May 1815. Its stone is light grey.'] },
];

async function structured(schema: object | undefined, ...writings: unknown[]) {
  const calls: ModelCall[] = [];
  const model: Model = {
    async *write(call) {
      const written = writings[Math.min(calls.push(call), writings.length) - 1];
      yield typeof written === 'string' ? written : JSON.stringify(written);
      return undefined;
    },
  };
  const responseFormat = schema ? { type: 'json_schema', name: 'a', schema } : { type: 'json_object' };
  const request = parseRequest(AnswerRequestSchema, { query: 'What is known of Barre?', response_format: responseFormat });
  const { text, found } = await writeStructured(model, request, SOURCES, new AbortController().signal);
  return { value: JSON.parse(text) as unknown, found, calls };
}

const nullable = (type: string) => ({ type: [type, 'null'] });
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false });

describe('a structured answer', () => {
  const place = object({ name: { type: 'string' }, feet: nullable('number'), opened: nullable('string'), owner: nullable('string') });

  it('keeps what a source says, whole or in part', async () => {
    const { value, found } = await structured(place, { name: 'Barre granite quarry', feet: 600, opened: '1815-05-06', owner: 'Its stone is light grey [1]. The owner is Rock of Ages.' });
    assert.deepEqual([value, found], [{ name: 'Barre granite quarry', feet: 600, opened: '1815-05-06', owner: 'Its stone is light grey.' }, true]);
  });

  it('has null where no source says it', async () => {
    const { value } = await structured(place, { name: 'Barre', feet: 700, opened: '1816-05-06', owner: 'Rock of Ages' });
    assert.deepEqual(value, { name: 'Barre', feet: null, opened: null, owner: null });
  });

  it('leaves out what may be left out', async () => {
    const { value } = await structured(object({ name: { type: 'string' }, owner: { type: 'string' } }, ['name']), { name: 'Barre', owner: 'Rock of Ages' });
    assert.deepEqual(value, { name: 'Barre' });
  });

  it('may choose among the words of the schema', async () => {
    const { value } = await structured(object({ colour: { enum: ['pale', 'dark'] }, name: { type: 'string' } }), { colour: 'pale', name: 'Barre' });
    assert.deepEqual(value, { colour: 'pale', name: 'Barre' });
  });

  it('has no address but those of its sources', async () => {
    const { value } = await structured(undefined, { name: 'Barre', page: 'https://barre.example/page', more: 'https://evil.example/', html: '<b>Barre</b>' });
    assert.deepEqual(value, { name: 'Barre', page: 'https://barre.example/page', more: null, html: null });
  });

  it('is taken out of what stands around it', async () => {
    assert.deepEqual((await structured(undefined, 'Here:\n```json\n{"name": "Barre"}\n```')).value, { name: 'Barre' });
  });

  const faults: Array<[string, unknown]> = [
    ['broken JSON', '{"name": "Bar'],
    ['another form', { title: 'Barre' }],
    ['a value of no source where null is not allowed', { name: 'Carrara', feet: null, opened: null, owner: null }],
  ];
  for (const [what, fault] of faults) {
    it(`is written once more after ${what}`, async () => {
      const { value, calls } = await structured(place, fault, { name: 'Barre', feet: 600, opened: null, owner: null });
      assert.deepEqual(value, { name: 'Barre', feet: 600, opened: null, owner: null });
      assert.match(calls[1]?.user ?? '', /That cannot be used/);
    });

    it(`is none after ${what} twice`, async () => {
      await assert.rejects(structured(place, fault), { code: 'UNAVAILABLE' });
    });
  }

  it('is empty, and found nowhere, where no source says any of it', async () => {
    const schema = object({ name: nullable('string'), parts: { type: 'array', items: { type: 'string' } } });
    assert.deepEqual(await structured(schema, { name: 'Carrara', parts: [] }).then(({ value, found }) => [value, found]), [{ name: null, parts: [] }, false]);
    assert.deepEqual((await structured(undefined, { name: 'Carrara' })).value, { answer: 'No source was found that answers this question.' });
  });

  it('has no member that changes what an object is', async () => {
    const { value } = await structured(undefined, '{"name": "Barre", "__proto__": {"isAdmin": true}}');
    assert.deepEqual(Object.keys(value as object), ['name']);
  });
});

describe('a schema', () => {
  let deep: object = {};
  for (let level = 0; level < 11; level += 1) deep = { items: deep };
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, true]));
  const refused: Array<[object, RegExp]> = [
    [{ description: 'x'.repeat(65_536) }, /longer than 65536 bytes/],
    [deep, /deeper than 10/],
    [{ properties: many(501) }, /more than 500 properties/],
    [{ enum: Array.from({ length: 1_001 }, (_, index) => index) }, /more than 1000 enum values/],
    [{ $ref: 'https://example.com/schema' }, /\$ref to https:\/\/example\.com\/schema/],
    [{ $ref: '#/$defs/none' }, /\$ref to #\/\$defs\/none/],
    [{ type: 'string', pattern: '(a+)+$' }, /uses pattern, which is not supported/],
    [{ type: 'text' }, /malformed type/],
    [{ minLength: -1 }, /malformed minLength/],
    [{ items: [{}] }, /neither an object nor a boolean/],
    [{ if: {} }, /uses if/],
  ];
  for (const [schema, problem] of refused) it(`is refused: ${problem.source}`, () => assert.match(schemaProblem({ ...schema }) ?? '', problem));

  it('is served within the limits', () => {
    assert.equal(schemaProblem({ $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node', format: 'x', enum: [1] }), undefined);
    assert.equal(schemaProblem({ properties: many(500) }), undefined);
  });

  const fitting: Array<[schema: object, fits: unknown[], doesNotFit: unknown[]]> = [
    [{ type: 'integer', minimum: 2, exclusiveMaximum: 5 }, [2, 4], [1, 5, 2.5, '2', null]],
    [{ type: ['string', 'null'], minLength: 2, maxLength: 3 }, ['ab', '🪨🪨🪨', null], ['a', 'abcd', 1]],
    [{ multipleOf: 0.1 }, [0.3, 'x'], [0.35]],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1, uniqueItems: true }, [['a', 1, 2]], [[], [1], ['a', 'b'], ['a', 1, 1]]],
    [{ required: ['a'], properties: { a: { const: 1 } }, additionalProperties: false }, [{ a: 1 }, 'no object'], [{}, { a: 2 }, { a: 1, b: 1 }]],
    [{ properties: { toString: { type: 'string' } }, required: ['constructor'] }, [{ constructor: 1 }], [{}]],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['a', null], [1]],
    [{ oneOf: [{ type: 'number' }, { minimum: 5 }] }, [4], [6]],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }], not: { const: 2 } }, [1], [0, 2, 3]],
    [{ enum: [{ a: [1] }, null] }, [{ a: [1] }, null], [{ a: [2] }, 'null']],
    [{ $ref: '#/$defs/list', $defs: { list: { properties: { next: { $ref: '#/$defs/list' }, n: { type: 'number' } } } } }, [{ next: { n: 1 } }], [{ next: { next: { n: 'x' } } }]],
    [{ $ref: '#' }, [], [1]],
    [{ anyOf: [{ allOf: [{ $ref: '#' }, { $ref: '#' }] }, { allOf: [{ $ref: '#' }, { $ref: '#' }] }] }, [], [1]],
  ];
  for (const [schema, fits, doesNotFit] of fitting) {
    it(`tells what fits ${JSON.stringify(schema)}`, () => {
      for (const value of fits) assert.equal(schemaMismatch({ ...schema }, value), undefined, JSON.stringify(value));
      for (const value of doesNotFit) assert.notEqual(schemaMismatch({ ...schema }, value), undefined, JSON.stringify(value));
    });
  }
});
