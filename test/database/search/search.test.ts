import assert from 'node:assert/strict';
import type { DocumentInput } from '../../../services/documents/document-input.ts';
import { countTokens } from '../../../services/search/snippets/budgets.ts';
import { SearchRequestSchema } from '../../../api/operations/requests/search.ts';
import { parseRequest } from '../../../api/operations/calls/parse-request.ts';
import { openScene, type Scene } from '../documents/scene.ts';

const sentence = (number: number) =>
  `Sentence ${number} tells of otters in a river among many other words of no weight.`;
const LONG_TEXT = Array.from({ length: 200 }, (_, number) => sentence(number)).join(' ');

const DOCUMENTS: DocumentInput[] = [
  {
    url: 'https://www.birds.example/heron',
    title: 'Herons',
    text: 'The grey heron waits in the reeds. It eats fish and frogs.',
    publishedDate: '2026-01-31',
    source: 'Bird Weekly',
  },
  {
    url: 'https://birds.example/heron/?utm_source=x',
    title: 'Herons',
    text: 'A page that names the heron once, among a good many other things.',
  },
  {
    url: 'https://news.example/colony',
    title: 'A new colony',
    text: 'A heron colony was found on the island.',
    publishedDate: '2026-02-01T06:00:00Z',
    scope: 'news',
  },
  { url: 'https://rivers.example/otters', text: LONG_TEXT },
  { url: 'https://emoji.example/', title: 'Signs', text: '😀'.repeat(300) + ' pictographs' },
];

describe('a search over our own index', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
    await scene.startIndexer();
    await scene.documents.index('org_1', DOCUMENTS);
    await scene.documents.index('org_2', [
      { url: 'https://secret.example/', text: 'A heron of another organization.' },
    ]);
    await scene.documents.index('*', [{ url: 'https://everyone.example/', text: 'Kingfishers are for everyone.' }]);
  });
  after(() => scene.close());
  const search = (members: object, orgId = 'org_1', signal = new AbortController().signal) =>
    scene.search.search(orgId, parseRequest(SearchRequestSchema, members), signal);
  const first = async (members: object) => (await search(members)).documents[0];

  it('returns all fields of a document, best first', async () => {
    const { documents, warnings } = await search({ query: 'grey heron reeds' });
    const { score, ...document } = documents[0] ?? { score: NaN, snippets: [] };
    assert.deepEqual(
      { ...document, snippets: document.snippets.map(({ text }) => ({ text })) },
      {
        url: 'https://www.birds.example/heron',
        title: 'Herons',
        content: 'The grey heron waits in the reeds. It eats fish and frogs.',
        publishedDate: '2026-01-31',
        snippets: [{ text: 'The grey heron waits in the reeds. It eats fish and frogs.' }],
        source: 'Bird Weekly',
      },
    );
    assert.ok(score > 0);
    assert.deepEqual(warnings, []);
  });

  it('merges addresses of one document into the best of them', async () => {
    const { documents } = await search({ query: 'heron' });
    assert.equal(documents.filter(({ url }) => url.includes('birds.example')).length, 1);
  });

  for (const tier of ['base', 'pro']) {
    it(`orders ${tier} by descending score`, async () => {
      const scores = (await search({ query: 'heron otters words', tier })).documents.map((document) => document.score);
      assert.ok(scores.length >= 2);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    });
  }

  it('shows an organization nothing of another, and shows everyone the documents for everyone', async () => {
    assert.deepEqual((await search({ query: 'heron' }, 'org_3')).documents, []);
    assert.deepEqual((await search({ query: 'secret another organization' })).documents, []);
    for (const orgId of ['org_1', 'org_2', 'org_3']) {
      assert.equal((await search({ query: 'kingfishers' }, orgId)).documents.length, 1, orgId);
    }
  });

  it('finds a document with a scope only in that scope', async () => {
    const urls = async (scope: string) =>
      (await search({ query: 'colony island', scope })).documents.map(({ url }) => url);
    assert.deepEqual(await urls('news'), ['https://news.example/colony']);
    assert.deepEqual(await urls('web'), []);
    assert.deepEqual(await urls(''), []);
  });

  const ranges: Array<[members: object, found: number]> = [
    [{ from_date: '2026-01-31' }, 2],
    [{ from_date: '2026-02-01' }, 1],
    [{ to_date: '2026-01-31' }, 1],
    [{ to_date: '2026-01-30' }, 0],
    [{ from_date: '2026-01-31', to_date: '2026-02-01' }, 2],
    [{ to_date: '2026-02-01T05:59:59Z' }, 1],
    [{ from_date: '2026-02-01T06:00:00.001Z' }, 0],
    [{ from_date: 'now-1s' }, 0],
  ];
  for (const [members, count] of ranges) {
    it(`finds ${count} with ${JSON.stringify(members)}`, async () => {
      assert.equal((await search({ query: 'heron', scope: 'news', ...members })).documents.length, count);
    });
  }

  it('refuses a range that ends before it begins', async () => {
    await assert.rejects(search({ query: 'heron', from_date: 'now', to_date: 'now-1d' }), { code: 'INVALID_REQUEST' });
  });

  it('stays within the requested domains', async () => {
    const urls = async (members: object) =>
      (await search({ query: 'heron otters', ...members })).documents.map(({ url }) => new URL(url).hostname);
    assert.deepEqual(await urls({ include_domains: ['rivers.example'] }), ['rivers.example']);
    assert.deepEqual(await urls({ exclude_domains: ['example'] }), []);
    assert.deepEqual(await urls({ include_domains: ['birds.example'], exclude_domains: ['birds.example'] }), []);
  });

  it('returns at most max_results', async () => {
    assert.equal((await search({ query: 'heron otters', max_results: 1 })).documents.length, 1);
  });

  it('counts content in code points', async () => {
    const document = await first({ query: 'pictographs', fields: { content: { max_characters_per_result: 100 } } });
    assert.equal(document?.content, '😀'.repeat(100));
    assert.deepEqual(document?.snippets, []);
  });

  it('omits content if only snippets are requested', async () => {
    const document = await first({ query: 'grey heron', fields: { snippets: true } });
    assert.equal(document && 'content' in document, false);
    assert.equal(document?.snippets.length, 1);
  });

  it('returns several passages of a long document in its order, with its own text only', async () => {
    const document = await first({ query: 'otters', fields: { snippets: true } });
    const places = document?.snippets.map(({ text }) => LONG_TEXT.indexOf(text)) ?? [];
    assert.ok(places.length > 5);
    assert.ok(places.every((place) => place >= 0));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  it('stays within the limits of snippets', async () => {
    const bounds = { max_snippets: 3, max_tokens: 512, max_tokens_per_result: 200 };
    const document = await first({ query: 'otters', fields: { snippets: bounds } });
    const tokens = document?.snippets.reduce((total, { text }) => total + countTokens(text), 0) ?? 0;
    assert.ok(tokens > 100 && tokens <= 200, `${tokens} tokens`);
    assert.ok((document?.snippets.length ?? 9) <= 3);
  });

  it('uses its address as the title of a document without one', async () => {
    assert.equal((await first({ query: 'otters' }))?.title, 'rivers.example/otters');
  });

  it('honours exact phrases, even of common words', async () => {
    const urls = async (query: string) => (await search({ query })).documents.map(({ url }) => url);
    assert.deepEqual(await urls('"heron waits in the"'), ['https://www.birds.example/heron']);
    assert.deepEqual(await urls('"waits heron"'), []);
    assert.deepEqual(await urls('"names the heron" page'), ['https://birds.example/heron/?utm_source=x']);
  });

  it('omits documents with an excluded word, wherever it occurs', async () => {
    const urls = async (query: string) => (await search({ query, scope: 'news' })).documents.map(({ url }) => url);
    assert.ok((await urls('heron')).includes('https://news.example/colony'));
    assert.deepEqual(await urls('grey heron -colony -everyone'), ['https://www.birds.example/heron']);
    const last = await search({ query: 'otters -pictographs' });
    assert.deepEqual(
      last.documents.map(({ url }) => url),
      ['https://rivers.example/otters'],
    );
    assert.deepEqual(await urls('otters sentence -199'), ['https://rivers.example/otters']);
    assert.deepEqual(await urls('"sentence 3" -weight'), []);
  });

  for (const query of [
    '-heron',
    '"',
    '"" -',
    '- - -',
    'AND OR NOT',
    "heron' OR 1=1 --",
    '+heron ^2 ~',
    'title:heron (',
    '🦩🦩',
    'مالك الحزين',
    'a"b"c -d',
    '\\'.repeat(500),
    '"heron '.repeat(900),
  ]) {
    it(`accepts any text without an error: ${query.slice(0, 30)}`, async () => {
      assert.ok(Array.isArray((await search({ query })).documents));
    });
  }

  it('returns an empty list for a query without a word', async () => {
    assert.deepEqual(await search({ query: '?!' }), { documents: [], warnings: [], allProvidersFailed: false });
  });

  it('ends with the reason of its signal', async () => {
    const reason = new Error('the caller left');
    await assert.rejects(search({ query: 'heron' }, 'org_1', AbortSignal.abort(reason)), reason);
  });

  it('never returns a deleted document that the index still has', async () => {
    await scene.documents.index('org_5', [{ url: 'https://gone.example/', text: 'A gone egret.' }]);
    await scene.database.query("delete from documents where org_id = 'org_5'");
    assert.deepEqual((await search({ query: 'egret' }, 'org_5')).documents, []);
  });

  it('returns the new text of a document whose old version is indexed', async () => {
    await scene.documents.index('org_6', [{ url: 'https://moving.example/', text: 'An egret of old.' }]);
    await scene.database.query(
      "update documents set text = 'An egret of today.', content_hash = 'new' where org_id = 'org_6'",
    );
    assert.deepEqual(
      (await search({ query: 'egret' }, 'org_6')).documents[0]?.snippets.map(({ text }) => text),
      ['An egret of today.'],
    );
    await scene.database.query("update documents set text = 'Nothing.' where org_id = 'org_6'");
    assert.deepEqual((await search({ query: 'egret' }, 'org_6')).documents, []);
  });
});
