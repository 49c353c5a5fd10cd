import assert from 'node:assert/strict';
import { identityOf } from '../../../../services/monitors/searches/search-requests.ts';
import { SearchRequestSchema } from '../../../../api/operations/requests/search.ts';

const identity = (body: object) => identityOf(SearchRequestSchema.parse(body), 'web');

describe('equality of two saved searches', () => {
  const same: Array<[string, object]> = [
    ['the order of members', { tier: 'pro', query: 'auks' }],
    ['white space around the query', { query: '  auks\n' }],
    [
      'defaults that are written out',
      {
        query: 'auks',
        max_results: 10,
        scope: 'web',
        tier: 'Pro',
        include_domains: [],
        from_date: null,
        fields: { content: true, snippets: true },
      },
    ],
    ['more results than are served', { query: 'auks', max_results: 10 }],
  ];
  for (const [what, body] of same)
    it(`does not depend on ${what}`, () => assert.equal(identity(body), identity({ query: 'auks' })));

  const different: Array<[string, object]> = [
    ['the capitals of the query', { query: 'Auks' }],
    ['the scope', { query: 'auks', scope: 'news' }],
    ['the number of results', { query: 'auks', max_results: 11 }],
    ['a domain', { query: 'auks', include_domains: ['example.com'] }],
    ['a date', { query: 'auks', from_date: 'now-1d' }],
    ['what is selected', { query: 'auks', fields: { snippets: true } }],
  ];
  for (const [what, body] of different)
    it(`depends on ${what}`, () => assert.notEqual(identity(body), identity({ query: 'auks' })));
});
