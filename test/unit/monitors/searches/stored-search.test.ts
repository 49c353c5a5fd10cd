import assert from 'node:assert/strict';
import { z } from 'zod';
import { SearchRequestBody, SearchRequestSchema } from '../../../../api/operations/requests/search.ts';
import { identityOf } from '../../../../services/monitors/searches/search-requests.ts';
import { readStoredSearch } from '../../../../services/monitors/searches/stored-search.ts';

const WHOLE = {
  query: 'auks',
  scope: ' news ',
  tier: 'BASE',
  max_results: 500,
  include_domains: ['Bücher.Example', 'b.example', 'b.example'],
  exclude_domains: ['c.example'],
  from_date: '2026-01-31',
  to_date: 'now-7d',
  collections: ['birds'],
  metadata: {},
  fields: {
    content: { max_characters_per_result: 500 },
    snippets: { max_snippets: 3, max_snippets_per_result: 2, max_tokens: null, max_tokens_per_result: 200 },
  },
};

describe('a stored search', () => {
  const bodies: object[] = [
    WHOLE,
    { query: ' auks ' },
    { query: 'auks', scope: '  ', max_results: 1 },
    { query: 'auks', metadata: { year: [2025, 2026], valid: { from: '2026-01-01', to: null }, draft: false } },
    { query: 'auks', from_date: '2026-03-01T10:00:00+02:00', to_date: 'now' },
    ...[
      {},
      { content: true },
      { snippets: false },
      { content: false, snippets: true },
      { content: {}, snippets: {} },
    ].map((fields) => ({ query: 'auks', fields })),
    Object.fromEntries(Object.keys(WHOLE).map((name) => [name, name === 'query' ? 'auks' : null])),
    { query: 'auks', fields: { content: null, snippets: { max_tokens: 600 } } },
  ];
  for (const body of bodies)
    it(`equals the search in the request: ${JSON.stringify(body).slice(0, 80)}`, () =>
      assert.deepEqual(readStoredSearch({ ...body }), SearchRequestSchema.parse(body)));

  it("may have every field of a monitor's search", () => {
    const membersOf = (schema: unknown): string[] => {
      const { properties = {}, anyOf = [] } = schema as { properties?: Record<string, unknown>; anyOf?: unknown[] };
      return [
        ...anyOf.flatMap(membersOf),
        ...Object.entries(properties).flatMap(([name, member]) => [
          name,
          ...membersOf(member).map((inner) => `${name}.${inner}`),
        ]),
      ];
    };
    const namesIn = (value: object): string[] =>
      Object.entries(value).flatMap(([name, member]: [string, unknown]) => [
        name,
        ...(typeof member === 'object' && member && !Array.isArray(member)
          ? namesIn(member).map((inner) => `${name}.${inner}`)
          : []),
      ]);
    const { $defs = {} } = z.toJSONSchema(SearchRequestBody, { io: 'input' });
    const given = membersOf($defs.SearchRequest).filter((name) => name !== 'api_key');
    assert.deepEqual(namesIn(WHOLE).toSorted(), given.toSorted());
    assert.doesNotThrow(() => readStoredSearch(WHOLE));
  });

  // Monitors of earlier releases keep the ids and the health of their searches by these.
  const identities: Array<[body: Record<string, unknown>, identity: string]> = [
    [{ query: ' auks ' }, '4b615210849c0692aba8e06d2ea2138f171fb6398f05c3ac2e328fcab7e88e56'],
    [
      {
        query: 'auks',
        scope: ' news ',
        tier: 'BASE',
        max_results: 500,
        include_domains: ['Bücher.Example', 'b.example'],
        exclude_domains: ['c.example'],
        from_date: '2026-01-31',
        to_date: 'now-7d',
        fields: { content: { max_characters_per_result: 500 }, snippets: { max_snippets: 3, max_tokens: null } },
      },
      '1528c005c5a311010dad1d9b8c58a7b9dd46083c82fdf34bc5ddce3bfb2626fb',
    ],
  ];
  for (const [body, identity] of identities)
    it(`keeps the identity ${identity.slice(0, 8)}`, () => {
      assert.equal(identityOf(readStoredSearch(body), 'web'), identity);
      assert.equal(identityOf(SearchRequestSchema.parse(body), 'web'), identity);
    });

  const unknown: Array<[body: Record<string, unknown>, param: string]> = [
    [{ query: ' ' }, 'query'],
    [{ query: 'auks', language: 'fi' }, 'language'],
    [{ query: 'auks', scope: 'images' }, 'scope'],
    [{ query: 'auks', tier: 'max' }, 'tier'],
    [{ query: 'auks', from_date: 'next week' }, 'from_date'],
    [{ query: 'auks', fields: { pictures: true } }, 'fields.pictures'],
  ];
  for (const [body, param] of unknown)
    it(`with an unknown field is rejected by its ${param}`, () =>
      assert.throws(() => readStoredSearch(body), { code: 'INVALID_REQUEST', param }));
});
