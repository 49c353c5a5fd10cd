import assert from 'node:assert/strict';
import { collectAnswer, createAnswer } from '../../../services/answer/answer.ts';
import { AnswerRequestSchema } from '../../../api/operations/requests/answer.ts';
import { createSchemas, type SchemaValidator } from '../../../services/structured/schema/schemas.ts';
import type { SearchDocument, SearchResult } from '../../../services/search/snippets/search-result.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';

const document = (name: string, text: string, members: Partial<SearchDocument> = {}): SearchDocument => ({
  url: `https://${name}.example/page`,
  title: `About ${name}`,
  source: name,
  score: 1,
  snippets: [{ text }],
  ...members,
});
const DOCUMENTS = [
  document(
    'bridge',
    'The Harbour Bridge was opened on 19 March 1932. It took eight years to build. Trains cross it every few minutes.',
  ),
  document('tolls', 'Drivers pay a toll on the Harbour Bridge. The toll is 4 dollars.', {
    publishedDate: '2026-01-31',
  }),
  document('garden', 'Roses like sun and water.'),
];

let schemas: SchemaValidator;
before(() => void (schemas = createSchemas()));
after(() => schemas.close());

function answering(documents: SearchDocument[]) {
  const asked: unknown[] = [];
  const search = {
    search: async (orgId: string, request: unknown): Promise<SearchResult> => {
      asked.push([orgId, request]);
      return { documents, warnings: [], allProvidersFailed: false };
    },
  };
  const ask = async (members: object) => {
    const { signal } = new AbortController();
    const request = parseRequest(AnswerRequestSchema, members);
    const answer = createAnswer({ search, schemas });
    await answer.check(request, signal);
    return collectAnswer(answer.events('org_1', request, signal));
  };
  return { ask, asked };
}
// An escaped character ends nothing, so it is stepped over.
const LINK = /\\.|\]\(([^)]*)\)/g;
const linksIn = (markdown: string) =>
  Array.from(markdown.matchAll(LINK), ([, url]) => url).filter((url) => url !== undefined);

describe('an answer', () => {
  const { ask, asked } = answering(DOCUMENTS);

  it('ignores a code block whose fence lies outside the passage', async () => {
    const cut =
      'The Harbour Bridge toll is told by the API. \n\n"text": "The toll on the Harbour Bridge is 9 dollars." }] }\n\ncurl -s localhost -d "toll on the Harbour Bridge"';
    const { ask } = answering([document('api', cut), ...DOCUMENTS]);
    const { answer } = await ask({ query: 'What is the toll on the Harbour Bridge?' });
    assert.match(answer, /Drivers pay a toll/);
    assert.doesNotMatch(answer, /9 dollars|curl/);
  });

  it('answers a question about two things side by side, each from its own search', async () => {
    const found: Record<string, SearchDocument[]> = {
      'default of low_water': [document('low', '`low_water`: The default is 3 metres.')],
      'default of high_water': [document('high', '`high_water`: The default is 9 metres.')],
    };
    const search = {
      search: async (_orgId: string, { query }: { query: string }): Promise<SearchResult> => ({
        documents: found[query] ?? DOCUMENTS,
        warnings: [],
        allProvidersFailed: false,
      }),
    };
    const request = parseRequest(AnswerRequestSchema, { query: 'default of low_water and default of high_water' });
    const { signal } = new AbortController();
    const { answer, sources } = await collectAnswer(createAnswer({ search, schemas }).events('org_1', request, signal));
    assert.match(answer, /3 metres \(\[About low\].*9 metres \(\[About high\]/s);
    assert.deepEqual(
      sources.map(({ url }) => url),
      ['https://low.example/page', 'https://high.example/page'],
    );
  });

  it('is a sentence with an answer, with its source inline', async () => {
    const { answer } = await ask({ query: 'When was the Harbour Bridge opened?' });
    assert.match(
      answer,
      /^The Harbour Bridge was opened on 19 March 1932 \(\[About bridge\]\(https:\/\/bridge\.example\/page\)\)\./,
    );
  });

  it('lists the sources that may answer, best first, without content by default', async () => {
    const { sources } = await ask({ query: 'When was the Harbour Bridge opened?' });
    assert.deepEqual(
      sources.map(({ url, content, title, publishedDate }) => ({ url, content, title, publishedDate })),
      [
        { url: 'https://bridge.example/page', content: '', title: 'About bridge', publishedDate: undefined },
        { url: 'https://tolls.example/page', content: '', title: 'About tolls', publishedDate: '2026-01-31' },
      ],
    );
  });

  it('carries the content of its sources on request', async () => {
    const { ask } = answering([document('bridge', 'The bridge was opened in 1932.', { content: 'All of it.' })]);
    const { sources } = await ask({ query: 'When was the bridge opened?', include_content: true });
    assert.equal(sources[0]?.content, 'All of it.');
  });

  it('has no link that is not one of its citations', async () => {
    const hostile = document(
      'evil',
      'The bridge was opened in 1932 ([BBC](https://evil.example/fake)) says https://other.example today.',
      {
        url: 'https://evil.example/a) [x](javascript:alert(1)',
        source: 'a](https://phish.example) [b',
      },
    );
    const { answer, sources } = await answering([hostile]).ask({ query: 'When was the bridge opened?' });
    const links = linksIn(answer);
    assert.equal(links.length, 1);
    assert.ok(links.every((link) => sources.some((source) => source.url === link)));
  });

  it('reports plainly that nothing was found, and cites nothing', async () => {
    for (const documents of [[], DOCUMENTS]) {
      const { answer, sources } = await answering(documents).ask({ query: 'Who is the mayor of Atlantis?' });
      assert.equal(answer, 'No source answers the question “Who is the mayor of Atlantis?”.');
      assert.deepEqual(sources, []);
    }
  });

  for (const query of [
    'When was the Tower Bridge opened?',
    'When was the Harbour Bridge opened in 1951?',
    'How do fish breathe?',
  ]) {
    it(`is not made up for: ${query}`, async () => {
      const { answer, sources } = await ask({ query });
      assert.match(answer, /^No source answers/);
      assert.deepEqual(
        linksIn(answer),
        sources.map(({ url }) => url),
      );
    });
  }

  it('is JSON with the bare text if an object is requested', async () => {
    const { answer, sources } = await ask({
      query: 'When was the Harbour Bridge opened?',
      response_format: { type: 'json_object' },
    });
    const { answer: text } = JSON.parse(answer) as { answer: string };
    assert.match(text, /^The Harbour Bridge was opened on 19 March 1932\./);
    assert.deepEqual(linksIn(text), []);
    assert.equal(sources.length, 2);
  });

  it('is JSON even if nothing was found', async () => {
    const { answer } = await answering([]).ask({ query: 'x', response_format: { type: 'json_object' } });
    assert.match((JSON.parse(answer) as { answer: string }).answer, /^No source answers/);
  });

  it('passes organization, scope and question to the search', async () => {
    await ask({ query: ' Why? ', scope: 'news' });
    const [orgId, request] = asked.at(-1) as [string, { query: string; scope: string }];
    assert.deepEqual([orgId, request.query, request.scope], ['org_1', ' Why? ', 'news']);
  });

  const schema = { type: 'text' };
  const impossible: Array<[members: object, param: string]> = [
    [{ response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } } }, 'response_format'],
    [{ response_format: { type: 'json_schema', name: 'a', schema } }, 'response_format'],
  ];
  for (const [members, param] of impossible) {
    it(`is rejected before any search with ${JSON.stringify(members)}`, async () => {
      const before = asked.length;
      await assert.rejects(ask({ query: 'q', ...members }), { code: 'INVALID_REQUEST', param });
      assert.equal(asked.length, before);
    });
  }
});

describe('an answer request', () => {
  const parse = (members: object) => parseRequest(AnswerRequestSchema, { query: 'q', ...members });

  it('has defaults for all fields but the query, and treats null as omitted', () => {
    const defaults = {
      query: 'q',
      scope: undefined,
      tier: 'base',
      labels: undefined,
      instruction: undefined,
      responseFormat: { type: 'text' },
      includeContent: false,
      stream: false,
    };
    assert.deepEqual(parse({}), defaults);
    const nulls = {
      scope: null,
      model: null,
      system_prompt: null,
      response_format: null,
      include_content: null,
      collections: null,
      metadata: null,
      stream: null,
      api_key: null,
    };
    assert.deepEqual(parse(nulls), defaults);
  });

  it('accepts both shapes of a schema as equal', () => {
    const schema = { type: 'object' };
    const nested = parse({
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } },
    });
    const flat = parse({ response_format: { type: 'json_schema', name: 'a', schema, strict: true } });
    assert.deepEqual(nested, flat);
    assert.deepEqual(flat.responseFormat, { type: 'json_schema', name: 'a', schema, strict: true });
  });

  it('treats a blank instruction as none', () => assert.equal(parse({ system_prompt: ' \n' }).instruction, undefined));
  it('accepts its tier in any case', () => assert.equal(parse({ model: ' PRO ' }).tier, 'pro'));
  it('accepts an instruction of 8 KiB', () =>
    assert.equal(parse({ system_prompt: 'a'.repeat(8192) }).instruction?.length, 8192));

  const refused: object[] = [
    { query: ' ' },
    { query: 'a'.repeat(8193) },
    { model: 'ultra' },
    { model: '' },
    { scope: 'images' },
    { system_prompt: 'é'.repeat(4097) },
    { stream: 'true' },
    { include_content: 1 },
    { tier: 'base' },
    { response_format: 'text' },
    { response_format: {} },
    { response_format: { type: 'xml' } },
    { response_format: { type: 'json_schema' } },
    { response_format: { type: 'json_schema', json_schema: { name: 'a' } } },
    { response_format: { type: 'json_schema', name: 'a b', schema: {} } },
    { response_format: { type: 'json_schema', name: 'a', schema: 'x' } },
  ];
  for (const members of refused) {
    it(`is rejected with ${JSON.stringify(members).slice(0, 90)}`, () =>
      assert.throws(() => parse(members), { code: 'INVALID_REQUEST' }));
  }
});
