import assert from 'node:assert/strict';
import { checkDocument } from '../../../services/documents/check-document.ts';
import { DeleteDocumentsRequest, IndexDocumentsRequest } from '../../../api/operations/requests/documents.ts';

const MEBIBYTE = 1_048_576;
const given = (members: object = {}) => ({ url: 'https://example.com/a', text: 'Some text.', ...members });

describe('a given document', () => {
  const faults: Array<[members: object, message: RegExp]> = [
    [{ url: '' }, /^url is not/],
    [{ url: 'example.com/a' }, /^url is not/],
    [{ url: '/a' }, /^url is not/],
    [{ url: 'ftp://example.com/a' }, /^url is not/],
    [{ url: 'javascript:alert(1)' }, /^url is not/],
    [{ url: 'https://' }, /^url is not/],
    [{ url: ' https://example.com' }, /^url is not/],
    [{ url: 'https://user:pass@example.com/' }, /user name/],
    [{ url: `https://example.com/${'a'.repeat(2048)}` }, /longer than 2048 bytes/],
    [{ url: 'https://example.com/\0' }, /cannot be stored/],
    [{ text: '' }, /^text is blank/],
    [{ text: ' \n\t ' }, /^text is blank/],
    [{ text: 'a'.repeat(MEBIBYTE + 1) }, /^text is longer/],
    [{ text: 'é'.repeat(MEBIBYTE / 2 + 1) }, /^text is longer/],
    [{ title: 'a'.repeat(2049) }, /^title is longer/],
    [{ source: 'a'.repeat(513) }, /^source is longer/],
    [{ publishedDate: '2026-02-30' }, /^published_date/],
    [{ publishedDate: 'now-1d' }, /^published_date/],
    [{ publishedDate: '' }, /^published_date/],
    [{ scope: 'images' }, /^scope is not one of web, news/],
  ];
  for (const [members, message] of faults) {
    it(`is rejected for ${JSON.stringify(members).slice(0, 60)}`, () => {
      const check = checkDocument(given(members));
      assert.match(check.status === 'error' ? check.message : 'accepted', message);
    });
  }

  it('is accepted at the limits', () => {
    const check = checkDocument(given({ text: 'a'.repeat(MEBIBYTE), title: 'a'.repeat(2048) }));
    assert.equal(check.status, 'ok');
  });

  it('has its site as the source and no scope by default', () => {
    const check = checkDocument(given({ url: 'https://www.example.com/', title: ' ', source: ' ', scope: ' ' }));
    assert.ok(check.status === 'ok');
    const { source, scope, title } = check.document;
    assert.deepEqual({ source, scope, title }, { source: 'example.com', scope: undefined, title: undefined });
  });

  it('keeps whether its date is a day or a moment', () => {
    const precisionOf = (publishedDate: string) => {
      const check = checkDocument(given({ publishedDate }));
      return check.status === 'ok'
        ? [check.document.publishedPrecision, check.document.publishedAt?.toISOString()]
        : check;
    };
    assert.deepEqual(precisionOf('2026-11-21'), ['day', '2026-11-21T00:00:00.000Z']);
    assert.deepEqual(precisionOf('2026-11-21T01:00:00+02:00'), ['time', '2026-11-20T23:00:00.000Z']);
  });

  it('is made storable', () => {
    const check = checkDocument(given({ text: 'a\0b\uD800', title: '\uDC00t' }));
    assert.ok(check.status === 'ok');
    assert.deepEqual([check.document.text, check.document.title], ['a\uFFFDb\uFFFD', '\uFFFDt']);
  });

  for (const members of [
    { title: 'T' },
    { text: 'Other.' },
    { publishedDate: '2026-11-21' },
    { source: 'S' },
    { scope: 'news' },
  ]) {
    it(`is another version with ${JSON.stringify(members)}`, () => {
      const [one, other] = [checkDocument(given()), checkDocument(given(members))];
      assert.ok(one.status === 'ok' && other.status === 'ok');
      assert.notEqual(one.document.contentHash, other.document.contentHash);
    });
  }
});

describe('the body of an indexing call', () => {
  const refused: Array<[string, unknown]> = [
    ['no documents', {}],
    ['an empty list', { documents: [] }],
    ['1,001 documents', { documents: Array.from({ length: 1_001 }, () => given()) }],
    ['an unknown member', { documents: [given()], mode: 'x' }],
    ['an unknown member of a document', { documents: [given({ body: 'x' })] }],
    ['a document without a URL', { documents: [{ text: 'Some text.' }] }],
    ['101 documents without text', { documents: Array.from({ length: 101 }, () => ({ url: 'https://example.com' })) }],
    ['a text that is no string', { documents: [given({ text: 5 })] }],
  ];
  for (const [name, body] of refused) {
    it(`is rejected with ${name}`, () => assert.equal(IndexDocumentsRequest.safeParse(body).success, false));
  }
  it('may hold 1,000 documents, and null for the missing fields of a document', () => {
    const nulls = given({ title: null, published_date: null, source: null, scope: null });
    assert.ok(IndexDocumentsRequest.safeParse({ documents: Array.from({ length: 1_000 }, () => nulls) }).success);
  });
  it('names URLs to delete, at least one', () => {
    assert.ok(DeleteDocumentsRequest.safeParse({ urls: ['https://example.com'] }).success);
    assert.equal(DeleteDocumentsRequest.safeParse({ urls: [] }).success, false);
  });
});
