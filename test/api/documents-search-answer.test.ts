import assert from 'node:assert/strict';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';

const BARRE = {
  url: 'https://stones.example.com/barre',
  title: 'Barre granite',
  text: 'The Barre granite quarry in Vermont is 600 feet deep. It has been worked since 1885.',
  source: 'Stone Almanac',
  published_date: '2024-05-17',
};

describe('documents, search and answer over REST', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
    await quarry.call('POST', '/v1/documents', { documents: [BARRE] });
    await eventually(
      2_000,
      () => urlsFor('barre granite'),
      (urls) => urls.length > 0,
    );
  });
  after(() => quarry.stop());

  async function urlsFor(query: string, key = quarry.key): Promise<string[]> {
    const { body } = await call(`${quarry.url}/v1/search`, 'POST', { query }, { 'x-api-key': key });
    return body.documents.map((document: { url: string }) => document.url);
  }
  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;

  it('finds a document within a second of its indexing', async () => {
    const url = 'https://stones.example.com/carrara';
    const { body } = await quarry.call('POST', '/v1/documents', {
      documents: [{ url, text: 'Carrara is known for its white marble.' }],
    });
    assert.deepEqual(body.results, [{ url, status: 'indexed' }]);
    assert.deepEqual(
      await eventually(
        1_000,
        () => urlsFor('white marble carrara'),
        (urls) => urls.length > 0,
      ),
      [url],
    );
  });

  it('answers a search with all its fields, and bills it once', async () => {
    const before = await balance();
    const { status, body } = await quarry.call('POST', '/v1/search', {
      query: 'How deep is the Barre granite quarry?',
    });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['request_id', 'documents']);
    const [first] = body.documents;
    assert.equal(first.url, BARRE.url);
    assert.equal(first.title, BARRE.title);
    assert.equal(first.content, BARRE.text);
    assert.equal(first.published_date, BARRE.published_date);
    assert.equal(first.source, BARRE.source);
    assert.ok(first.score > 0);
    assert.match(first.snippets[0].text, /600 feet deep/);
    assert.equal(await balance(), before - 1);
  });

  it('hides documents of another organization', async () => {
    const other = await quarry.accounts.createOrganization('other', 10);
    assert.deepEqual(await urlsFor('barre granite', other.key), []);
  });

  it('scores independently of the documents of other organizations', async () => {
    const [own, other] = [
      await quarry.accounts.createOrganization('own', 1_000),
      await quarry.accounts.createOrganization('prober', 1_000),
    ];
    const as = (key: string) => async (path: string, body: object) =>
      (await call(`${quarry.url}${path}`, 'POST', body, { 'x-api-key': key })).body;
    const documents = (name: string, texts: readonly string[]) => ({
      documents: texts.map((text, n) => ({ url: `https://${name}.example.com/${n}`, text })),
    });
    await as(own.key)(
      '/v1/documents',
      documents('own', [
        'A dossier on porphyrite mining.',
        'A report on gneiss.',
        'Gneiss and its porphyrite veins, in a longer report on veins.',
      ]),
    );
    const ranking = async (query: string) =>
      (await as(own.key)('/v1/search', { query })).documents.map(({ url, score }: { url: string; score: number }) => [
        url,
        score,
      ]);
    const queries = ['porphyrite', 'gneiss', 'porphyrite gneiss veins', 'a the of'];
    const before = await Promise.all(queries.map(ranking));
    assert.equal(before[0]?.length, 2);
    const hidden = documents(
      'prober',
      Array.from({ length: 40 }, (_, n) => `Porphyrite veins again and again, ${n}. A the of.`),
    );
    const { results } = await as(other.key)('/v1/documents', hidden);
    assert.equal(results.length, 40);
    await eventually(
      5_000,
      async () => (await as(other.key)('/v1/search', { query: 'porphyrite', max_results: 40 })).documents.length,
      (found) => found === 40,
    );
    assert.deepEqual(await Promise.all(queries.map(ranking)), before);
  });

  it('replaces a document under the same URL, and deletes it', async () => {
    const url = 'https://stones.example.com/changing';
    const put = (text: string) => quarry.call('POST', '/v1/documents', { documents: [{ url, text }] });
    await put('Porphyry was quarried in the desert.');
    await put('Travertine was quarried at Tivoli.');
    assert.deepEqual(
      await eventually(
        1_000,
        () => urlsFor('travertine tivoli'),
        (urls) => urls.includes(url),
      ),
      [url],
    );
    assert.deepEqual(await urlsFor('porphyry'), []);
    assert.equal((await quarry.call('DELETE', '/v1/documents', { urls: [url] })).body.deleted, 1);
    assert.deepEqual(await urlsFor('travertine tivoli'), []);
    assert.equal((await quarry.call('DELETE', '/v1/documents', { urls: [url] })).body.deleted, 0);
  });

  it('deletes nothing for a URL that cannot be stored', async () => {
    const { status, body } = await quarry.call('DELETE', '/v1/documents', {
      urls: ['https://a.example/\0', 'https://a.example/\ud800'],
    });
    assert.deepEqual([status, body.deleted], [200, 0]);
  });

  it('answers with a cited sentence whose link is among the citations', async () => {
    const before = await balance();
    const { status, body } = await quarry.call('POST', '/v1/answer', {
      query: 'How deep is the Barre granite quarry?',
    });
    assert.equal(status, 200);
    assert.match(body.answer, /600 feet deep \(\[Barre granite\]\(https:\/\/stones\.example\.com\/barre\)\)/);
    assert.ok(
      body.citations.some(
        (citation: { url: string; content: string }) => citation.url === BARRE.url && citation.content === '',
      ),
    );
    assert.equal(await balance(), before - 1);
  });

  it('returns the content of citations on request, and charges five credits for pro', async () => {
    const before = await balance();
    const { body } = await quarry.call('POST', '/v1/answer', {
      query: 'How deep is the Barre granite quarry?',
      model: ' PRO ',
      include_content: true,
    });
    assert.equal(body.citations[0].content, BARRE.text);
    assert.equal(await balance(), before - 5);
  });

  it('reports that nothing answers, and cites nothing', async () => {
    const { status, body } = await quarry.call('POST', '/v1/answer', { query: 'Who won the chess olympiad in 1972?' });
    assert.equal(status, 200);
    assert.match(body.answer, /No source answers/);
    assert.deepEqual(body.citations, []);
  });

  it('answers json_object as a JSON string', async () => {
    const { body } = await quarry.call('POST', '/v1/answer', {
      query: 'How deep is the Barre granite quarry?',
      response_format: { type: 'json_object' },
    });
    assert.match(JSON.parse(body.answer).answer, /600 feet deep/);
  });

  const refused: Array<[string, string, object]> = [
    ['a blank query', '/v1/search', { query: '  ' }],
    ['a query over 8 KiB', '/v1/search', { query: 'a'.repeat(8_193) }],
    ['an unknown scope', '/v1/search', { query: 'a', scope: 'moon' }],
    ['an unknown tier', '/v1/search', { query: 'a', tier: 'gold' }],
    ['no results', '/v1/search', { query: 'a', max_results: 0 }],
    ['a date with rounding', '/v1/search', { query: 'a', from_date: 'now/d' }],
    [
      'a range that ends before it begins',
      '/v1/search',
      { query: 'a', from_date: '2024-02-01', to_date: '2024-01-01' },
    ],
    ['a domain with a path', '/v1/search', { query: 'a', include_domains: ['example.com/a'] }],
    ['an instruction over 8 KiB', '/v1/answer', { query: 'a', system_prompt: 'a'.repeat(8_193) }],
    [
      'a malformed schema',
      '/v1/answer',
      { query: 'a', response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { items: 7 } } } },
    ],
    [
      'a schema that only a model could fill',
      '/v1/answer',
      { query: 'a', response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'number' } } } },
    ],
    ['a malformed response_format', '/v1/answer', { query: 'a', response_format: { type: 'xml' } }],
    ['no documents', '/v1/documents', { documents: [] }],
    [
      '1,001 documents',
      '/v1/documents',
      { documents: Array.from({ length: 1_001 }, (_, n) => ({ url: `https://a.example/${n}`, text: 'a' })) },
    ],
  ];
  for (const [what, path, body] of refused) {
    it(`refuses ${what} before billing`, async () => {
      const before = await quarry.database.query(
        'select (select count(*) from postings) as postings, (select count(*) from holds) as holds',
      );
      const answered = await quarry.call('POST', path, body);
      assert.equal(answered.status, 400, JSON.stringify(answered.body));
      assert.equal(answered.body.error.code, 'INVALID_REQUEST');
      const after = await quarry.database.query(
        `select (select count(*) from postings) as postings, (select count(*) from holds where state <> 'released') as holds`,
      );
      assert.deepEqual(after[0]?.postings, before[0]?.postings);
    });
  }

  it('accepts 1,000 documents in one call, up to 16 MiB', async () => {
    const text = 'Slate. '.repeat(1_500);
    const documents = Array.from({ length: 1_000 }, (_, n) => ({ url: `https://bulk.example.com/${n}`, text }));
    const { status, body } = await quarry.call('POST', '/v1/documents', { documents });
    assert.equal(status, 200);
    assert.equal(body.accepted, 1_000);
  });
});
