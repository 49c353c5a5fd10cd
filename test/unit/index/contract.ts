import assert from 'node:assert/strict';
import type { IndexedDocument, PassageIndex, PassageQuery } from '../../../services/index/port.ts';
import { TermChanges } from '../../../services/index/term-changes.ts';

export const document = (documentId: string, members: Partial<IndexedDocument> = {}): IndexedDocument => ({
  documentId,
  orgId: 'org_1',
  url: `https://www.example.com/${documentId}`,
  title: undefined,
  text: 'The heron waits in the reeds.',
  source: 'Example',
  publishedAt: undefined,
  publishedPrecision: undefined,
  scope: undefined,
  labels: [],
  contentHash: 'hash',
  ...members,
});
export const query = (members: Partial<PassageQuery> = {}): PassageQuery => ({
  query: 'heron',
  orgId: 'org_1',
  scope: 'web',
  includeDomains: [],
  excludeDomains: [],
  fromMs: undefined,
  beforeMs: undefined,
  limit: 50,
  ...members,
});
export async function* batches(...documents: IndexedDocument[]) {
  yield documents;
}

/** What changed, without the terms of which there are as many as before. */
function plain({ byOwner }: TermChanges) {
  return Object.fromEntries(
    Array.from(byOwner, ([owner, { byTerm, ...totals }]) => [
      owner,
      { ...totals, byTerm: Object.fromEntries([...byTerm].filter(([, count]) => count !== 0)) },
    ]),
  );
}

/** A place for an index that goes when it is closed; openings of it see the same index. */
export interface Place {
  open(): PassageIndex;
  close(): Promise<void>;
}

/** What every adapter of the port owes its callers. */
export function searchIndexContract(makePlace: () => Promise<Place>): void {
  let place: Place;
  let index: PassageIndex;

  beforeEach(async () => {
    place = await makePlace();
    index = place.open();
    await index.rebuild(batches());
  });
  afterEach(async () => {
    await index.close();
    await place.close();
  });
  const found = async (members: Partial<PassageQuery> = {}) =>
    (await index.search(query(members))).map((hit) => hit.documentId).sort();

  it('finds a document at once, before and after it is folded in', async () => {
    await index.upsert([document('a')]);
    assert.deepEqual(await found(), ['a']);
    await index.optimize();
    assert.deepEqual(await found(), ['a']);
  });

  it('finds words by their stem, without accents and case', async () => {
    await index.upsert([document('a', { text: 'Café owners were RUNNING late.' })]);
    assert.deepEqual(await found({ query: 'cafe runs' }), ['a']);
    assert.deepEqual(await found({ query: 'CAFÉ' }), ['a']);
  });

  it('finds a document by its title, source and date in words', async () => {
    await index.upsert([
      document('a', {
        title: 'On Bitterns',
        source: 'Marsh Weekly',
        publishedAt: new Date('2026-11-21'),
        publishedPrecision: 'day',
      }),
    ]);
    for (const words of ['bitterns', 'marsh weekly', '21 November 2026', '2026-11-21']) {
      assert.deepEqual(await found({ query: words }), ['a'], words);
    }
  });

  it('finds words of scripts without spaces', async () => {
    await index.upsert([document('a', { text: '我喜欢猫和狗' }), document('b', { text: '東京タワーに行く' })]);
    assert.deepEqual(await found({ query: '猫' }), ['a']);
    assert.deepEqual(await found({ query: '東京' }), ['b']);
  });

  it('finds a name made of stop words when the query has nothing else', async () => {
    await index.upsert([document('a', { text: 'The Who played loud.' })]);
    assert.deepEqual(await found({ query: 'The Who' }), ['a']);
  });

  it('puts the better passage first, folded in or not', async () => {
    await index.upsert([
      document('a', { text: 'Many birds wait in the reeds, a heron too, and a bittern and a rail.' }),
      document('b', { text: 'Heron, heron.' }),
    ]);
    assert.equal((await index.search(query()))[0]?.documentId, 'b');
    await index.optimize();
    assert.equal((await index.search(query()))[0]?.documentId, 'b');
  });

  const hostile = [
    '"',
    "' OR 1=1 --",
    "'; DROP TABLE passages; --",
    'heron AND (',
    '+heron -reeds',
    'heron~2 reeds^5',
    'text:heron',
    '*',
    '???',
    'he*',
    '[a TO b]',
    '\\',
    '\0',
    '\uD800',
    '😀😀',
    'مرحبا بالعالم',
    '\u202Eheron',
    '',
    '   ',
    '%',
    '_',
    '{{7*7}}',
    '$1',
    '\n\r\t',
    'a'.repeat(8192),
    'ab '.repeat(2730),
    Array.from({ length: 1500 }, (_, number) => `w${number}`).join(' '),
  ];
  it('treats any text as words, never as operators', async () => {
    await index.upsert([document('a')]);
    for (const text of hostile)
      assert.ok(Array.isArray(await index.search(query({ query: text }))), JSON.stringify(text.slice(0, 30)));
    assert.deepEqual(await found({ query: "heron' OR 'x'='x" }), ['a']);
    assert.deepEqual(await found({ query: "nothing' OR 'x'='x" }), []);
  });

  it('escapes its filter values', async () => {
    await index.upsert([document('a', { orgId: "o'x" }), document('b', { orgId: 'other' })]);
    assert.deepEqual(await found({ orgId: "o'x" }), ['a']);
    assert.deepEqual(await found({ orgId: "' OR '1'='1" }), []);
    assert.deepEqual(await found({ orgId: 'other', includeDomains: ["x'] OR true OR ['"] }), []);
    await index.remove(["' OR '1'='1"]);
    assert.deepEqual(await found({ orgId: "o'x" }), ['a']);
  });

  it("shows an organization its own documents and everyone's, no other", async () => {
    await index.upsert([document('mine'), document('theirs', { orgId: 'org_2' }), document('all', { orgId: '*' })]);
    assert.deepEqual(await found(), ['all', 'mine']);
    assert.deepEqual(await found({ orgId: 'org_2' }), ['all', 'theirs']);
    assert.deepEqual(await found({ orgId: 'org_3' }), ['all']);
  });

  it('shows a scoped document in its scope and an unscoped one in every', async () => {
    await index.upsert([document('news', { scope: 'news' }), document('any')]);
    assert.deepEqual(await found({ scope: 'news' }), ['any', 'news']);
    assert.deepEqual(await found({ scope: 'web' }), ['any']);
  });

  it('finds documents that have a label of each list', async () => {
    const labels = ['collection:a', "string=name:it's \\ here"];
    await index.upsert([
      document('one', { labels }),
      document('two', { labels: ['collection:b', 'number=year:2026'] }),
      document('none'),
    ]);
    assert.deepEqual(await found({ labels: [] }), ['none', 'one', 'two']);
    assert.deepEqual(await found({ labels: [['collection:a', 'collection:b']] }), ['one', 'two']);
    assert.deepEqual(await found({ labels: [['collection:a', 'collection:b'], ['number=year:2026']] }), ['two']);
    assert.deepEqual(await found({ labels: [labels.slice(1)] }), ['one']);
    const many = Array.from({ length: 480 }, (_, nth) => `number:size:${nth}`);
    assert.deepEqual(await found({ labels: [many] }), []);
    assert.deepEqual(await found({ labels: [[...many, 'collection:b']] }), ['two']);
  });

  it('includes the subdomains of a domain, and gives exclusion precedence', async () => {
    await index.upsert([
      document('www'),
      document('deep', { url: 'https://a.b.example.com/' }),
      document('like', { url: 'https://notexample.com/' }),
      document('idn', { url: 'https://bücher.example/' }),
    ]);
    assert.deepEqual(await found({ includeDomains: ['example.com'] }), ['deep', 'www']);
    assert.deepEqual(await found({ includeDomains: ['b.example.com', 'notexample.com'] }), ['deep', 'like']);
    assert.deepEqual(await found({ excludeDomains: ['example.com'] }), ['idn', 'like']);
    assert.deepEqual(await found({ includeDomains: ['example.com'], excludeDomains: ['www.example.com'] }), ['deep']);
    assert.deepEqual(await found({ includeDomains: ['xn--bcher-kva.example'] }), ['idn']);
  });

  it('excludes a document without a date from every date filter, and matches a day with any moment of it', async () => {
    const noon = Date.parse('2026-11-21T12:00:00Z');
    await index.upsert([
      document('undated'),
      document('day', { publishedAt: new Date('2026-11-21'), publishedPrecision: 'day' }),
      document('moment', { publishedAt: new Date(noon), publishedPrecision: 'time' }),
    ]);
    assert.deepEqual(await found({ fromMs: 0 }), ['day', 'moment']);
    assert.deepEqual(await found({ fromMs: noon }), ['day', 'moment']);
    assert.deepEqual(await found({ fromMs: noon + 1 }), ['day']);
    assert.deepEqual(await found({ beforeMs: noon }), ['day']);
    assert.deepEqual(await found({ beforeMs: Date.parse('2026-11-21') }), []);
  });

  it('replaces all passages of a document with those of its new version', async () => {
    const long = Array.from(
      { length: 100 },
      (_, number) => `Sentence ${number} tells of a heron among many other words.`,
    ).join(' ');
    await index.upsert([document('a', { text: long })]);
    assert.ok((await index.search(query())).length > 1);
    await index.upsert([document('a', { text: 'A bittern now.' })]);
    assert.deepEqual(await found(), []);
    assert.deepEqual(await found({ query: 'bittern' }), ['a']);
    assert.deepEqual(await index.state(), { status: 'ready', passages: 1, documents: 1 });
  });

  it('forgets a removed document and ignores an unknown one', async () => {
    await index.upsert([document('a'), document('b')]);
    await index.remove(['a', 'unknown']);
    assert.deepEqual(await found(), ['b']);
  });

  it('requires every word of a phrase and none of the excluded, in any form', async () => {
    await index.upsert([
      document('a', { text: 'Grey herons wait.' }),
      document('b', { text: 'A heron waits in grey reeds.' }),
      document('c', { text: 'A heron alone.' }),
    ]);
    assert.deepEqual(await found({ phrases: [['grey', 'heron']] }), ['a', 'b']);
    assert.deepEqual(await found({ phrases: [['grey'], ['reeds']] }), ['b']);
    assert.deepEqual(await found({ excluded: ['reed'] }), ['a', 'c']);
    assert.deepEqual(await found({ phrases: [Array.from({ length: 2_000 }, (_, number) => `w${number}`)] }), []);
  });

  it('searches only the named documents, if there are any', async () => {
    await index.upsert([document('a'), document('b'), document('c')]);
    assert.deepEqual(await found({ documentIds: ['a', 'c', 'unknown'] }), ['a', 'c']);
  });

  it('returns a passage with its heading, its position and its document version', async () => {
    await index.upsert([document('a', { title: 'On herons', contentHash: 'version 2' })]);
    const [hit] = await index.search(query());
    assert.deepEqual(
      { ...hit, score: 0 },
      {
        documentId: 'a',
        contentHash: 'version 2',
        ordinal: 0,
        passageCount: 1,
        heading: 'On herons\nExample\n',
        path: '',
        isContents: false,
        text: 'The heron waits in the reeds.',
        matches: { count: 6, frequencies: new Map([['heron', 3]]) },
        score: 0,
      },
    );
  });

  it('reports the effect of each change on the counts of terms, as a full count does', async () => {
    const long = Array.from(
      { length: 100 },
      (_, number) => `Sentence ${number} tells of a heron among many other words.`,
    ).join(' ');
    const told = new TermChanges();
    told.merge(
      await index.upsert([document('a', { text: long }), document('b'), document('c', { orgId: '*', scope: 'news' })]),
    );
    told.merge(await index.upsert([document('a', { text: 'A bittern now.' }), document('d', { text: '' })]));
    told.merge(await index.remove(['b', 'unknown']));
    const counted = new TermChanges();
    await index.countTerms(async (part) => counted.merge(part));
    assert.deepEqual(plain(told), plain(counted));
    assert.deepEqual(plain(counted)['*'], {
      passages: 1,
      terms: 6,
      byTerm: { c: 1, exampl: 1, heron: 1, wait: 1, reed: 1 },
    });
  });

  it('shows later writes to another open handle', async () => {
    const reader = place.open();
    try {
      assert.deepEqual(await reader.search(query()), []);
      await index.upsert([document('a')]);
      assert.equal((await reader.search(query())).length, 1);
      await index.rebuild(batches(document('b')));
      assert.equal((await reader.search(query()))[0]?.documentId, 'b');
    } finally {
      await reader.close();
    }
  });

  it('finds during a rebuild what was there before and every change since, and after it the same', async () => {
    await index.upsert([document('a'), document('b')]);
    const during: string[][] = [];
    await index.rebuild(
      (async function* () {
        yield [document('b'), document('c')];
        during.push(await found());
        await index.upsert([document('c', { text: 'A bittern now.' }), document('d'), document('e')]);
        await index.remove(['b', 'e']);
        during.push(await found(), await found({ query: 'bittern' }));
        // Read before it was changed.
        yield [document('d', { text: 'A grebe once.' }), document('e'), document('f')];
        during.push(await found());
      })(),
    );
    assert.deepEqual(during, [['a', 'b'], ['a', 'd'], ['c'], ['a', 'd']]);
    assert.deepEqual(await found(), ['d', 'f']);
    assert.deepEqual(await found({ query: 'bittern grebe' }), ['c']);
    assert.deepEqual(await index.state(), { status: 'ready', passages: 3, documents: 3 });
  });

  it('holds after a rebuild exactly the data of the batches', async () => {
    await index.upsert([document('a')]);
    await index.rebuild(batches(document('b'), document('c')));
    assert.deepEqual(await found(), ['b', 'c']);
    assert.deepEqual(await index.state(), { status: 'ready', passages: 2, documents: 2 });
  });
}
