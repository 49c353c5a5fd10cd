import assert from 'node:assert/strict';
import { AnswerRequestSchema } from '../../../../api/operations/requests/answer.ts';
import type { Source } from '../../../../services/page-text/source.ts';
import { createSchemas, type SchemaValidator } from '../../../../services/structured/schema/schemas.ts';
import { writeStructured } from '../../../../services/answer/write-structured.ts';
import type { Model, ModelCall } from '../../../../services/model/port.ts';
import { parseRequest } from '../../../../api/operations/calls/parse-request.ts';

const SOURCES: Source[] = [
  {
    url: 'https://barre.example/page',
    name: 'barre',
    title: 'Barre',
    passages: [
      'The Barre granite quarry in Vermont is 600 feet deep. It was opened on 6 May 1815. Its stone is light grey.',
    ],
  },
];

let schemas: SchemaValidator;
before(() => void (schemas = createSchemas()));
after(() => schemas.close());

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
  const request = parseRequest(AnswerRequestSchema, {
    query: 'What is known of Barre?',
    response_format: responseFormat,
  });
  const { text, found } = await writeStructured({ model, schemas }, request, SOURCES, new AbortController().signal);
  return { value: JSON.parse(text) as unknown, found, calls };
}

const nullable = (type: string) => ({ type: [type, 'null'] });
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('a structured answer', () => {
  const place = object({
    name: { type: 'string' },
    feet: nullable('number'),
    opened: nullable('string'),
    owner: nullable('string'),
  });

  it('keeps supported values, whole or in part', async () => {
    const { value, found } = await structured(place, {
      name: 'Barre granite quarry',
      feet: 600,
      opened: '1815-05-06',
      owner: 'Its stone is light grey [1]. The owner is Rock of Ages.',
    });
    assert.deepEqual(
      [value, found],
      [{ name: 'Barre granite quarry', feet: 600, opened: '1815-05-06', owner: 'Its stone is light grey.' }, true],
    );
  });

  it('has null for an unsupported value', async () => {
    const { value } = await structured(place, {
      name: 'Barre',
      feet: 700,
      opened: '1816-05-06',
      owner: 'Rock of Ages',
    });
    assert.deepEqual(value, { name: 'Barre', feet: null, opened: null, owner: null });
  });

  it('has null for a number of the other sign', async () => {
    const { value } = await structured(place, { name: 'Barre', feet: -600, opened: null, owner: null });
    assert.deepEqual(value, { name: 'Barre', feet: null, opened: null, owner: null });
  });

  it('omits optional members', async () => {
    const { value } = await structured(object({ name: { type: 'string' }, owner: { type: 'string' } }, ['name']), {
      name: 'Barre',
      owner: 'Rock of Ages',
    });
    assert.deepEqual(value, { name: 'Barre' });
  });

  it('has null for an omitted leaf, if the schema allows null', async () => {
    const within = { type: 'object', properties: { depth: nullable('number'), unit: { type: 'string' } } };
    const schema = {
      type: 'object',
      properties: {
        name: { $ref: '#/$defs/text' },
        owner: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        size: within,
        parts: { type: 'array', items: within },
      },
      $defs: { text: { type: 'string' } },
    };
    const { value } = await structured(schema, { name: 'Barre', parts: [{ depth: 600 }, { unit: 'feet' }] });
    assert.deepEqual(value, {
      name: 'Barre',
      owner: null,
      size: { depth: null },
      parts: [{ depth: 600 }, { unit: 'feet', depth: null }],
    });
  });

  it('has no null that another member forbids', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, owner: nullable('string') },
      dependentRequired: { owner: ['since'] },
    };
    assert.deepEqual((await structured(schema, { name: 'Barre' })).value, { name: 'Barre' });
  });

  it('may choose among the values of the schema', async () => {
    const { value } = await structured(object({ colour: { enum: ['pale', 'dark'] }, name: { type: 'string' } }), {
      colour: 'pale',
      name: 'Barre',
    });
    assert.deepEqual(value, { colour: 'pale', name: 'Barre' });
  });

  it('has no address except those of its sources', async () => {
    const { value } = await structured(undefined, {
      name: 'Barre',
      page: 'https://barre.example/page',
      more: 'https://evil.example/',
      html: '<b>Barre</b>',
    });
    assert.deepEqual(value, { name: 'Barre', page: 'https://barre.example/page', more: null, html: null });
  });

  it('is extracted from the text around it', async () => {
    assert.deepEqual((await structured(undefined, 'Here:\n```json\n{"name": "Barre"}\n```')).value, { name: 'Barre' });
  });

  const faults: Array<[string, unknown]> = [
    ['broken JSON', '{"name": "Bar'],
    ['another form', { title: 'Barre' }],
    ['a value of no source where null is not allowed', { name: 'Carrara', feet: null, opened: null, owner: null }],
  ];
  for (const [what, fault] of faults) {
    it(`is written again after ${what}`, async () => {
      const { value, calls } = await structured(place, fault, { name: 'Barre', feet: 600, opened: null, owner: null });
      assert.deepEqual(value, { name: 'Barre', feet: 600, opened: null, owner: null });
      assert.match(calls[1]?.user ?? '', /That cannot be used/);
    });

    it(`is absent after ${what} twice`, async () => {
      await assert.rejects(structured(place, fault), { code: 'UNAVAILABLE' });
    });
  }

  it('is empty, and not found, if no source supports any of it', async () => {
    const schema = object({ name: nullable('string'), parts: { type: 'array', items: { type: 'string' } } });
    assert.deepEqual(
      await structured(schema, { name: 'Carrara', parts: [] }).then(({ value, found }) => [value, found]),
      [{ name: null, parts: [] }, false],
    );
    assert.deepEqual((await structured(undefined, { name: 'Carrara' })).value, {
      answer: 'No source answers the question “What is known of Barre?”.',
    });
  });

  it("has no member that changes an object's prototype", async () => {
    const { value } = await structured(undefined, '{"name": "Barre", "__proto__": {"isAdmin": true}}');
    assert.deepEqual(Object.keys(value as object), ['name']);
  });
});
