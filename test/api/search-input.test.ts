import assert from 'node:assert/strict';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const KIB = 1_024;
const domains = (count: number) => Array.from({ length: count }, (_, number) => `d${number}.example`);
const bytes = (count: number, character = 'a') => character.repeat(count / Buffer.byteLength(character));

/** Each a search that is refused, and the member that the message has to name. */
const REFUSED: Array<[what: string, body: object, named: RegExp]> = [
  ['no query', { query: undefined }, /query/],
  ['a query that is null', { query: null }, /query/],
  ['an empty query', { query: '' }, /query.*blank/],
  ['a query of white space', { query: ' \t\n ' }, /query.*blank/],
  ['a query that is a number', { query: 1 }, /query/],
  ['a query of 8 KiB and a byte', { query: bytes(8 * KIB + 1) }, /query.*8192/],
  ['a query of 8 KiB and a byte in long letters', { query: `${bytes(8 * KIB, 'é')}a` }, /query.*8192/],
  ['an unknown scope', { scope: 'images' }, /scope.*web, news, wikipedia, people, companies, financial-reports/],
  ['a scope in capitals', { scope: 'WEB' }, /scope/],
  ['a scope that is a list', { scope: ['web'] }, /scope/],
  ['an unknown tier', { tier: 'ultra' }, /tier/],
  ['an empty tier', { tier: '' }, /tier/],
  ['no results', { max_results: 0 }, /max_results/],
  ['fewer than no results', { max_results: -1 }, /max_results/],
  ['half a result', { max_results: 1.5 }, /max_results/],
  ['a count as text', { max_results: '10' }, /max_results/],
  ['201 domains to keep to', { include_domains: domains(201) }, /include_domains/],
  ['201 domains to leave out', { exclude_domains: domains(201) }, /exclude_domains/],
  ['domains that are no list', { include_domains: 'a.example' }, /include_domains/],
  ['a domain with a scheme', { include_domains: ['https://a.example'] }, /include_domains/],
  ['a domain with a port', { include_domains: ['a.example:80'] }, /include_domains/],
  ['a domain with a path', { exclude_domains: ['a.example/x'] }, /exclude_domains/],
  ['an empty domain', { exclude_domains: [''] }, /exclude_domains/],
  ['a rounded date', { from_date: 'now/d' }, /from_date/],
  ['a date in the future of now', { from_date: 'now+1d' }, /from_date/],
  ['two terms of a date', { to_date: 'now-1d-1h' }, /to_date/],
  ['a date of an unknown unit', { to_date: 'now-1q' }, /to_date/],
  ['a day that is none', { to_date: '2026-02-30' }, /to_date/],
  ['a month alone', { from_date: '2026-02' }, /from_date/],
  ['a date that is a number', { from_date: 1_767_225_600 }, /from_date/],
  ['a range that ends before it begins', { from_date: '2026-02-02', to_date: '2026-02-01' }, /date/],
  ['fields that are a list', { fields: ['content'] }, /fields/],
  ['an unknown field', { fields: { summary: true } }, /summary/],
  ['content of 99 characters', { fields: { content: { max_characters_per_result: 99 } } }, /max_characters_per_result/],
  [
    'content of 1,000,001 characters',
    { fields: { content: { max_characters_per_result: 1_000_001 } } },
    /max_characters_per_result/,
  ],
  ['no snippets by count', { fields: { snippets: { max_snippets: 0 } } }, /max_snippets/],
  ['513 snippets', { fields: { snippets: { max_snippets: 513 } } }, /max_snippets/],
  ['257 snippets a result', { fields: { snippets: { max_snippets_per_result: 257 } } }, /max_snippets_per_result/],
  ['snippets of 511 tokens', { fields: { snippets: { max_tokens: 511 } } }, /max_tokens/],
  ['snippets of 65,537 tokens', { fields: { snippets: { max_tokens: 65_537 } } }, /max_tokens/],
  ['127 tokens a result', { fields: { snippets: { max_tokens_per_result: 127 } } }, /max_tokens_per_result/],
  ['32,769 tokens a result', { fields: { snippets: { max_tokens_per_result: 32_769 } } }, /max_tokens_per_result/],
  ['an unknown member', { limit: 10 }, /limit/],
];

/** Each a search at the last value that is allowed, or of odd text: results or none, and one credit. */
const SERVED: Array<[what: string, body: object]> = [
  ['a query of 8 KiB', { query: bytes(8 * KIB) }],
  ['a query of 8 KiB of words', { query: 'heron '.repeat((8 * KIB) / 6) }],
  [
    'a query of 8 KiB of distinct words',
    { query: Array.from({ length: 1_300 }, (_, number) => `w${number}`).join(' ') },
  ],
  [
    'every optional member null',
    {
      scope: null,
      tier: null,
      max_results: null,
      include_domains: null,
      exclude_domains: null,
      from_date: null,
      to_date: null,
      fields: null,
      api_key: null,
    },
  ],
  ['a scope of white space', { scope: ' ' }],
  ['a tier in capitals with space', { tier: ' BASE ' }],
  ['one result', { max_results: 1 }],
  ['101 results', { max_results: 101 }],
  ['results beyond all counting', { max_results: Number.MAX_SAFE_INTEGER }],
  ['200 domains', { include_domains: domains(200), exclude_domains: domains(200) }],
  ['a domain of another script', { include_domains: ['bücher.example', 'ПРИМЕР.example'] }],
  ['dates at one moment', { from_date: 'now', to_date: 'now' }],
  ['dates from far', { from_date: '0001-01-01', to_date: '9999-12-31' }],
  ['a date of many years', { from_date: 'now-100y' }],
  ['content of 100 characters', { fields: { content: { max_characters_per_result: 100 } } }],
  ['content of 1,000,000 characters', { fields: { content: { max_characters_per_result: 1_000_000 } } }],
  [
    'the least snippets',
    {
      fields: {
        snippets: { max_snippets: 1, max_snippets_per_result: 1, max_tokens: 512, max_tokens_per_result: 128 },
      },
    },
  ],
  [
    'the most snippets',
    {
      fields: {
        snippets: {
          max_snippets: 512,
          max_snippets_per_result: 256,
          max_tokens: 65_536,
          max_tokens_per_result: 32_768,
        },
      },
    },
  ],
  ['a query of operators only', { query: '"" -- - "-" -a' }],
  ['a query of emoji', { query: '🦩🪶👩‍👩‍👧‍👦 🏴󠁧󠁢󠁷󠁬󠁳󠁿' }],
  ['a query from right to left', { query: 'מהו אנפה אפורה؟ مالك الحزين ‮heron‬' }],
  ['a query of SQL', { query: "heron'; drop table documents; -- OR 1=1 /* */ $1 %s \\" }],
  ['a query of index syntax', { query: 'title:heron^2 AND (reeds OR *) [a TO z] ~2 /regex/ {"match_all":{}}' }],
  ['a query of control characters', { query: 'he\u0000ron \u0007\u001b[31m\ufeff\u200b' }],
  ['a query with half a character', { query: 'heron \ud83e' }],
  ['a query of one long word', { query: 'ħ'.repeat(4 * KIB) }],
  ['a query of scripts without spaces', { query: '東京の青鷺はどこにいますか 苍鹭 นกกระสา' }],
];

describe('the input of a search', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://birds.example/heron', title: 'Herons', text: 'The grey heron waits in the reeds.' }],
    });
  });
  after(() => quarry.stop());

  const ledger = async () => {
    const [row] = await quarry.database.query<{ postings: string; holds: string; balance: string }>(
      'select (select count(*) from postings) as postings, (select count(*) from holds) as holds, (select sum(balance) from organizations) as balance',
    );
    return { postings: Number(row?.postings), holds: Number(row?.holds), balance: Number(row?.balance) };
  };

  for (const [what, body, named] of REFUSED) {
    it(`is rejected with ${what}, and nothing is written`, async () => {
      const before = await ledger();
      const answered = await quarry.call('POST', '/v1/search', { query: 'heron', ...body });
      assert.equal(answered.status, 400);
      assert.equal(answered.body.error?.code ?? answered.body.code, 'INVALID_REQUEST');
      assert.match(JSON.stringify(answered.body), named);
      assert.deepEqual(await ledger(), before);
    });
  }

  for (const [what, body] of SERVED) {
    it(`is accepted with ${what}, for one credit`, async () => {
      const before = await ledger();
      const answered = await quarry.call('POST', '/v1/search', { query: 'heron', ...body });
      assert.equal(answered.status, 200, JSON.stringify(answered.body));
      assert.ok(Array.isArray(answered.body.documents));
      const after = await ledger();
      assert.deepEqual(
        { postings: after.postings - before.postings, balance: after.balance - before.balance },
        { postings: 1, balance: -1 },
      );
    });
  }
});
