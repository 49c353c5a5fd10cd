import assert from 'node:assert/strict';
import { z } from 'zod';
import { SearchRequestBody, SearchRequestSchema } from '../../../api/operations/requests/search.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';

const parse = (members: object) => parseRequest(SearchRequestSchema, { query: 'q', ...members });
const refuses = (members: object, param: string) =>
  assert.throws(
    () => parse(members),
    (error: Error & { code: string; param: string }) => {
      assert.equal(error.code, 'INVALID_REQUEST');
      assert.equal(error.param, param);
      return error.message.startsWith(param);
    },
  );
const BOTH = {
  content: { maxCharacters: 100_000 },
  snippets: { maxSnippets: undefined, maxSnippetsPerResult: 16, maxTokens: 8_192, maxTokensPerResult: 4_096 },
};

describe('a search request', () => {
  it('has defaults for all fields but the query', () => {
    assert.deepEqual(parse({}), {
      query: 'q',
      scope: undefined,
      tier: 'pro',
      maxResults: 10,
      includeDomains: [],
      excludeDomains: [],
      from: undefined,
      to: undefined,
      fields: BOTH,
    });
  });

  it('treats null as omitted everywhere', () => {
    const nulls = {
      scope: null,
      tier: null,
      max_results: null,
      include_domains: null,
      exclude_domains: null,
      from_date: null,
      to_date: null,
      fields: null,
      api_key: null,
    };
    assert.deepEqual(parse(nulls), parse({}));
    assert.deepEqual(parse({ fields: { content: null, snippets: null } }), parse({}));
  });

  const accepted: Array<[members: object, path: string, value: unknown]> = [
    [{ query: 'x'.repeat(8192) }, 'query', 'x'.repeat(8192)],
    [{ query: ' q ' }, 'query', ' q '],
    [{ scope: ' news ' }, 'scope', 'news'],
    [{ scope: '  ' }, 'scope', undefined],
    [{ scope: 'financial-reports' }, 'scope', 'financial-reports'],
    [{ tier: ' BASE ' }, 'tier', 'base'],
    [{ tier: 'Pro' }, 'tier', 'pro'],
    [{ max_results: 1 }, 'maxResults', 1],
    [{ max_results: 100 }, 'maxResults', 100],
    [{ max_results: 101 }, 'maxResults', 100],
    [{ max_results: 1_000_000 }, 'maxResults', 100],
    [{ include_domains: ['Bücher.Example', 'bücher.example.'] }, 'includeDomains', ['xn--bcher-kva.example']],
    [{ exclude_domains: Array.from({ length: 200 }, () => 'a.example') }, 'excludeDomains', ['a.example']],
    [{ from_date: '2026-11-21' }, 'from', { type: 'day', startMs: Date.parse('2026-11-21') }],
    [{ to_date: 'now-7d' }, 'to', { type: 'relative', amount: 7, unit: 'd' }],
  ];
  for (const [members, path, value] of accepted) {
    it(`accepts ${JSON.stringify(members).slice(0, 80)}`, () =>
      assert.deepEqual(Object.entries(parse(members)).find(([name]) => name === path)?.[1], value));
  }

  const refused: Array<[members: object, param: string]> = [
    [{ query: '' }, 'query'],
    [{ query: ' \n\t' }, 'query'],
    [{ query: 'é'.repeat(4097) }, 'query'],
    [{ query: 5 }, 'query'],
    [{ query: undefined }, 'query'],
    [{ scope: 'images' }, 'scope'],
    [{ tier: 'max' }, 'tier'],
    [{ tier: '' }, 'tier'],
    [{ max_results: 0 }, 'max_results'],
    [{ max_results: -1 }, 'max_results'],
    [{ max_results: 1.5 }, 'max_results'],
    [{ max_results: '10' }, 'max_results'],
    [{ include_domains: 'a.example' }, 'include_domains'],
    [{ include_domains: ['https://a.example'] }, 'include_domains.0'],
    [{ exclude_domains: ['a.example', 'a.example/path'] }, 'exclude_domains.1'],
    [{ include_domains: ['a.example:8080'] }, 'include_domains.0'],
    [{ include_domains: [''] }, 'include_domains.0'],
    [{ include_domains: ['*.a.example'] }, 'include_domains.0'],
    [{ include_domains: ['a b'] }, 'include_domains.0'],
    [{ include_domains: ["a'--"] }, 'include_domains.0'],
    [{ exclude_domains: Array.from({ length: 201 }, () => 'a.example') }, 'exclude_domains'],
    [{ from_date: 'yesterday' }, 'from_date'],
    [{ to_date: '2026-02-30' }, 'to_date'],
    [{ fields: true }, 'fields'],
    [{ fields: { content: 'yes' } }, 'fields.content'],
  ];
  for (const [members, param] of refused) {
    it(`rejects ${JSON.stringify(members).slice(0, 80)}`, () => refuses(members, param));
  }

  it('names the valid scopes in the error for an invalid one', () => {
    assert.throws(() => parse({ scope: 'images' }), /web, news, wikipedia, people, companies, financial-reports/);
  });

  for (const members of [{ limit: 5 }, { fields: { text: true } }, { fields: { snippets: { count: 1 } } }]) {
    it(`rejects the unknown field of ${JSON.stringify(members)}`, () =>
      assert.throws(() => parse(members), { code: 'INVALID_REQUEST' }));
  }

  it('has a JSON Schema with only the query required', () => {
    const schema = JSON.stringify(z.toJSONSchema(SearchRequestBody, { io: 'input' }));
    assert.match(schema, /"required":\["query"\]/);
  });
});

describe('the fields of a search request', () => {
  const selections: Array<[fields: object | null, expected: unknown]> = [
    [{}, BOTH],
    [{ content: true }, { content: BOTH.content, snippets: undefined }],
    [{ snippets: true }, { content: undefined, snippets: BOTH.snippets }],
    [{ content: false }, { content: undefined, snippets: undefined }],
    [
      { content: false, snippets: false },
      { content: undefined, snippets: undefined },
    ],
    [{ content: {} }, { content: BOTH.content, snippets: undefined }],
    [{ content: { max_characters_per_result: 100 } }, { content: { maxCharacters: 100 }, snippets: undefined }],
    [{ snippets: { max_snippets: 3 } }, { content: undefined, snippets: { ...BOTH.snippets, maxSnippets: 3 } }],
    [{ snippets: { max_tokens: null } }, { content: undefined, snippets: BOTH.snippets }],
  ];
  for (const [fields, expected] of selections) {
    it(`are ${JSON.stringify(fields)} read literally`, () => assert.deepEqual(parse({ fields }).fields, expected));
  }

  const ranges: Array<[group: string, member: string, least: number, most: number]> = [
    ['content', 'max_characters_per_result', 100, 1_000_000],
    ['snippets', 'max_snippets', 1, 512],
    ['snippets', 'max_snippets_per_result', 1, 256],
    ['snippets', 'max_tokens', 512, 65_536],
    ['snippets', 'max_tokens_per_result', 128, 32_768],
  ];
  for (const [group, member, least, most] of ranges) {
    const withValue = (value: unknown) => ({ fields: { [group]: { [member]: value } } });
    it(`limit ${member} to ${least} to ${most}`, () => {
      parse(withValue(least));
      parse(withValue(most));
      for (const value of [least - 1, most + 1]) refuses(withValue(value), `fields.${group}.${member}`);
    });
    it(`require a whole number as ${member}, and name it`, () => {
      for (const value of [least + 0.5, String(least), {}])
        assert.throws(() => parse(withValue(value)), new RegExp(`fields.${group}.*${member}`));
    });
  }
});
