import assert from 'node:assert/strict';
import { AnswerRequestSchema } from '../../../api/operations/requests/answer.ts';
import type { Source } from '../../../services/page-text/source.ts';
import { extractStructured } from '../../../services/answer/extract-structured.ts';
import { createSchemas, type SchemaValidator } from '../../../services/structured/schema/schemas.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';

const source = (name: string, title: string, ...passages: string[]): Source => ({
  url: `https://${name}.example/`,
  name,
  title,
  passages,
});
const ACME = source(
  'acme',
  'Acme Corporation',
  `Acme Corporation was founded on 4 May 1976 by Anna Berg and Tom Lindqvist. The company is headquartered in Oslo, Norway.
It employs 1,400 people. In 2023 its revenue was $5.5 million. Its CEO is Mary O'Neill. Acme Corporation is publicly traded.
Its products include anvils, rockets and jet skates. The company does not pay dividends. It may open an office in Lima.`,
);
const ADA = source(
  'ada',
  'Ada Lovelace',
  'Ada Lovelace was born on 10 December 1815 in London, England. She died on 27 November 1852. She was a mathematician and wrote the first program. She married William King in 1835.',
);
const BRIDGE = source(
  'bridge',
  'Harbour Bridge',
  'The Harbour Bridge was designed by John Bradfield. It is 134 metres high and 1,149 metres long. The bridge was opened on 19 March 1932 by Jack Lang. The toll on the Harbour Bridge is 4 dollars. The bridge is currently open.',
);
const QUARRIES = source(
  'quarries',
  'Quarries',
  'The Barre quarry in Vermont is 600 feet deep. The Bingham quarry in Utah is 3,900 feet deep. The Rubislaw quarry in Scotland is 466 feet deep. Quarries are dangerous places.',
);

const TRAPS = source(
  'traps',
  'Acme Corporation',
  `Acme Corporation makes anvils. The number of employees rose from 900 to 1,400. Its rival is publicly traded. Former CEO Max Roth wrote a book.
John Apex was CEO until 2010. Acme Corporation is not only profitable but growing. Acme Corporation is closed on Mondays. Its owner, Zenith Group, was founded in 1901.`,
);
const KIN = source(
  'kin',
  'Ada Lovelace',
  "Ada Lovelace was a mathematician. Her father died in 1824. Ada Lovelace's mother was born on 17 May 1792. Ada knew that Charles Babbage was born in 1791.",
);

const KERNEL = source(
  'kernel',
  'Linux kernel',
  'This section explains the kernel resources and the size limits that a process has. The kernel is written in C. The size of the default stack matters to most drivers.',
);
const PRICES = source(
  'prices',
  'Prices',
  'A search costs 5 credits. A fetch costs 1 credit for each page. An answer costs 3 credits and a monitor 2.',
);
const PRICES_AT_ONCE = source(
  'prices',
  'Prices',
  'A search costs 5 credits, while a fetch costs 1 credit and an answer costs 3 credits.',
);
const PARCELS = source(
  'parcels',
  'Parcels',
  'Sending a letter takes 2 days. Sending a parcel takes 6 days, and a pallet takes 9 days.',
);
const GUILD = source(
  'guild',
  'Masons Guild',
  'The motto of the Masons Guild is Stone lasts. The Masons Guild publishes its motto on every door. The hall of the Masons Guild is made of slate. The colour of the Masons Guild: dark green.',
);

const ALBA =
  'The Alba quarry is 300 feet deep. Swallows nest in its walls. Stone was cut there by hand. The workers kept goats. It lies in the Zorcund district.';

const ACME_QUERY = 'What is known about Acme Corporation?';
const ADA_QUERY = 'Who was Ada Lovelace?';
const BRIDGE_QUERY = 'Tell me about the Harbour Bridge';
const or = (type: string, more: object = {}) => ({ type: [type, 'null'], ...more });

describe('a structured answer without a model', () => {
  let schemas: SchemaValidator;
  before(() => void (schemas = createSchemas()));
  after(() => schemas.close());

  async function extract(query: string, schema: object, sources: Source[]) {
    const request = parseRequest(AnswerRequestSchema, {
      query,
      response_format: { type: 'json_schema', name: 'a', schema },
    });
    const { text, found } = await extractStructured(schemas, request, { sources }, new AbortController().signal);
    return { value: JSON.parse(text) as unknown, found };
  }

  const member = async (query: string, sources: Source[], name: string, schema: object) => {
    const { value } = await extract(
      query,
      { type: 'object', properties: { [name]: schema }, required: [name] },
      sources,
    );
    return (value as Record<string, unknown>)[name];
  };

  const cases: Array<[query: string, sources: Source[], name: string, schema: object, expected: unknown]> = [
    [ACME_QUERY, [ACME], 'name', or('string'), 'Acme Corporation'],
    [
      'How long does a parcel take?',
      [PARCELS],
      'answer',
      or('string'),
      'Sending a parcel takes 6 days, and a pallet takes 9 days.',
    ],
    ['How deep are the quarries of the Zorcund district?', [source('alba', 'Alba', ALBA)], 'note', or('string'), ALBA],
    ['Who repairs the clocks of Tromsø?', [PARCELS], 'answer', or('string'), null],
    [ACME_QUERY, [ACME], 'employees', or('integer'), 1400],
    [ACME_QUERY, [ACME], 'employee_count', or('number'), 1400],
    [ACME_QUERY, [ACME], 'revenue_usd', or('number'), 5500000],
    [ACME_QUERY, [ACME], 'revenue', or('string'), '$5.5 million'],
    [ACME_QUERY, [ACME], 'revenue_eur', or('number'), null],
    [ACME_QUERY, [ACME], 'founded', or('string', { format: 'date' }), '1976-05-04'],
    [ACME_QUERY, [ACME], 'founded_year', or('integer'), 1976],
    [ACME_QUERY, [ACME], 'founders', { type: 'array', items: { type: 'string' } }, ['Anna Berg', 'Tom Lindqvist']],
    [ACME_QUERY, [ACME], 'ceo', or('string'), "Mary O'Neill"],
    [ACME_QUERY, [ACME], 'chiefExecutive', or('string', { description: 'CEO' }), null],
    [ACME_QUERY, [ACME], 'cto', or('string'), null],
    [ACME_QUERY, [ACME], 'headquarters', or('string'), 'Oslo, Norway'],
    [
      ACME_QUERY,
      [ACME],
      'headquarters',
      {
        type: 'object',
        properties: { city: or('string'), country: or('string'), street: or('string') },
        required: ['city', 'country', 'street'],
      },
      { city: 'Oslo', country: 'Norway', street: null },
    ],
    [ACME_QUERY, [ACME], 'products', { type: 'array', items: { type: 'string' } }, ['anvils', 'rockets', 'jet skates']],
    [ACME_QUERY, [ACME], 'publicly_traded', or('boolean'), true],
    [ACME_QUERY, [ACME], 'pays_dividends', or('boolean'), false],
    [ACME_QUERY, [ACME], 'has_office_in_lima', or('boolean'), null],
    [ACME_QUERY, [ACME], 'has_unions', or('boolean'), null],
    [ACME_QUERY, [ACME], 'profit', or('number'), null],
    [ADA_QUERY, [ADA, ACME], 'birth_date', or('string', { format: 'date' }), '1815-12-10'],
    [ADA_QUERY, [ADA, ACME], 'born', or('string'), '1815-12-10'],
    [ADA_QUERY, [ADA, ACME], 'died', or('string', { format: 'date' }), '1852-11-27'],
    [ADA_QUERY, [ADA, ACME], 'birth_place', or('string'), 'London, England'],
    [ADA_QUERY, [ADA, ACME], 'employees', or('integer'), null],
    [ADA_QUERY, [ADA, ACME], 'profession', { enum: ['painter', 'mathematician', 'pilot', null] }, 'mathematician'],
    [BRIDGE_QUERY, [BRIDGE], 'height', or('number', { description: 'in metres' }), 134],
    [BRIDGE_QUERY, [BRIDGE], 'length_m', or('number'), 1149],
    [BRIDGE_QUERY, [BRIDGE], 'height', or('number', { description: 'in feet' }), null],
    [BRIDGE_QUERY, [BRIDGE], 'architect', or('string'), 'John Bradfield'],
    [BRIDGE_QUERY, [BRIDGE], 'opened_by', or('string'), 'Jack Lang'],
    [BRIDGE_QUERY, [BRIDGE], 'toll', or('number', { description: 'in dollars' }), 4],
    [BRIDGE_QUERY, [BRIDGE], 'status', { anyOf: [{ enum: ['open', 'closed'] }, { type: 'null' }] }, 'open'],
    [BRIDGE_QUERY, [BRIDGE], 'opening_year', or('string', { pattern: '^\\d{4}$' }), null],
    [BRIDGE_QUERY, [ACME], 'height', or('number'), null],
    [ACME_QUERY, [TRAPS], 'employees', or('integer'), null],
    [ACME_QUERY, [TRAPS], 'publicly_traded', or('boolean'), null],
    [ACME_QUERY, [TRAPS], 'ceo', or('string'), null],
    [ACME_QUERY, [TRAPS], 'profitable', or('boolean'), null],
    [ACME_QUERY, [TRAPS], 'status', { enum: ['open', 'closed', null] }, null],
    [ACME_QUERY, [TRAPS], 'founded', or('string'), null],
    [ADA_QUERY, [KIN], 'died', or('string'), null],
    [ADA_QUERY, [KIN], 'born', or('string'), null],
    ['How large is the kernel?', [KERNEL], 'size', or('string'), null],
    [
      'How large is the kernel?',
      [KERNEL],
      'size',
      or('string', { description: 'Size of the kernel and its resources' }),
      null,
    ],
    ['How large is the kernel?', [KERNEL], 'resources', or('string'), null],
    ['How large is the kernel?', [KERNEL], 'limits', { type: 'array', items: { type: 'string' } }, []],
    ['What is known about the Masons Guild?', [GUILD], 'motto', or('string'), 'Stone lasts'],
    ['What is known about the Masons Guild?', [GUILD], 'material', or('string'), 'slate'],
    ['What is known about the Masons Guild?', [GUILD], 'colour', or('string'), 'dark green'],
    ['What is known about the Masons Guild?', [GUILD], 'door', or('string'), null],
    ['What does a fetch cost?', [PRICES], 'credits', or('integer'), 1],
    ['What does a search cost?', [PRICES], 'credits', or('integer'), 5],
    ['What does an answer cost?', [PRICES], 'credits', or('integer'), 3],
    ['What does a crawl cost?', [PRICES], 'credits', or('integer'), null],
    ['What does a fetch cost?', [PRICES_AT_ONCE], 'credits', or('integer'), 1],
    ['What does an answer cost?', [PRICES_AT_ONCE], 'credits', or('number'), 3],
    ['How long does a parcel take?', [PARCELS], 'days', or('integer'), 6],
    ['How long does a pallet take?', [PARCELS], 'days', or('integer'), 9],
    [
      'Which quarries are deep?',
      [QUARRIES],
      'quarries',
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, place: { type: 'string' }, depth_feet: { type: 'number' } },
          required: ['depth_feet'],
        },
      },
      [
        { name: 'Barre', place: 'Vermont', depth_feet: 600 },
        { name: 'Bingham', place: 'Utah', depth_feet: 3900 },
        { name: 'Rubislaw', place: 'Scotland', depth_feet: 466 },
      ],
    ],
  ];
  for (const [query, sources, name, schema, expected] of cases) {
    it(`has ${name} = ${JSON.stringify(expected)} for ${JSON.stringify(schema).slice(0, 60)}`, async () => {
      assert.deepEqual(await member(query, sources, name, schema), expected);
    });
  }

  const company = {
    type: 'object',
    properties: {
      name: { $ref: '#/$defs/text' },
      ceo: {
        allOf: [
          { type: 'object' },
          { properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
        ],
      },
      mood: { type: 'string' },
    },
    required: ['name', 'ceo'],
    additionalProperties: false,
    $defs: { text: { type: 'string', minLength: 2 } },
  };

  it('fills nested objects, and omits optional members without a value', async () => {
    assert.deepEqual(await extract(ACME_QUERY, company, [ACME]), {
      value: { name: 'Acme Corporation', ceo: { name: "Mary O'Neill" } },
      found: true,
    });
  });

  it('has null for a missing value if the schema allows null, required or not', async () => {
    const schema = {
      type: 'object',
      properties: {
        employees: or('integer'),
        cto: or('string'),
        mood: { type: 'string' },
        seat: { type: 'object', properties: { street: or('string') } },
      },
    };
    assert.deepEqual((await extract(ACME_QUERY, schema, [ACME])).value, {
      employees: 1400,
      cto: null,
      seat: { street: null },
    });
    assert.deepEqual((await extract('What is known about Apex Corporation?', schema, [ACME])).value, {
      employees: null,
      cto: null,
      seat: { street: null },
    });
  });

  it('keeps prescribed values of the schema', async () => {
    const schema = {
      type: 'object',
      properties: { kind: { const: 'company' }, employees: { type: 'integer' } },
      required: ['kind', 'employees'],
    };
    assert.deepEqual((await extract(ACME_QUERY, schema, [ACME])).value, { kind: 'company', employees: 1400 });
  });

  it('takes no value from a sentence about another subject', async () => {
    const schema = {
      type: 'object',
      properties: { employees: or('integer'), ceo: or('string') },
      required: ['employees', 'ceo'],
    };
    assert.deepEqual(await extract('What is known about Apex Corporation?', schema, [ACME]), {
      value: { employees: null, ceo: null },
      found: false,
    });
  });

  it('takes no truth value on which two sentences differ', async () => {
    const both = source('b', 'Acme', 'Acme Corporation is profitable. Acme Corporation is not profitable.');
    assert.equal(await member(ACME_QUERY, [both], 'is_profitable', or('boolean')), null);
  });

  const needed: Array<[what: string, schema: object, member: RegExp]> = [
    [
      'a member that no source says',
      { type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] },
      /\/owner could not be filled/,
    ],
    [
      'a member within another',
      {
        type: 'object',
        properties: { ceo: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] } },
        required: ['ceo'],
      },
      /\/ceo\/age could not be filled/,
    ],
    [
      'more items than are said',
      {
        type: 'object',
        properties: { founders: { type: 'array', items: { type: 'string' }, minItems: 3 } },
        required: ['founders'],
      },
      /\/founders must NOT have fewer than 3 items/,
    ],
    ['a form that no extraction knows', { type: 'object', minProperties: 1 }, /nothing of it could be filled/],
  ];
  for (const [what, schema, sentence] of needed) {
    it(`is rejected, naming the member that needs a model: ${what}`, async () => {
      await assert.rejects(
        extract(ACME_QUERY, schema, [ACME]),
        (error: Error & { code?: string }) =>
          error.code === 'INVALID_REQUEST' && sentence.test(error.message) && /language model/.test(error.message),
      );
    });
  }
});
