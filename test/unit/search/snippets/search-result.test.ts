import assert from 'node:assert/strict';
import { withinResponseBytes, type SearchDocument } from '../../../../services/search/snippets/search-result.ts';

const document = (content: string): SearchDocument => ({
  url: 'https://example.com/',
  title: 't',
  content,
  snippets: [],
  source: 's',
  score: 1,
});
const contents = (documents: SearchDocument[]) => documents.map(({ content }) => content?.length);

describe('the size of a response', () => {
  const result = { documents: [document('a'.repeat(1_000)), document('b'.repeat(2_000)), document('c')], warnings: [] };

  it('is unchanged if it is small', () => assert.equal(withinResponseBytes(result, 100_000), result));

  it('omits the content of later documents, never of earlier ones, and warns once', () => {
    const cut = withinResponseBytes(result, 2_000);
    assert.deepEqual(contents(cut.documents), [1_000, undefined, undefined]);
    assert.deepEqual(
      cut.warnings.map(({ type }) => type),
      ['truncated'],
    );
    assert.deepEqual(withinResponseBytes(cut, 500).warnings.length, 1);
  });

  for (const [kind, text] of [
    ['quotes', '"'],
    ['control characters', '\u0001'],
    ['two-byte letters', 'é'],
  ] as const) {
    it(`counts ${kind} as sent`, () => {
      const documents = Array.from({ length: 20 }, () => document(text.repeat(1_000)));
      const cut = withinResponseBytes({ documents, warnings: [] }, 12_000);
      assert.ok(Buffer.byteLength(JSON.stringify(cut.documents)) <= 12_000);
      assert.ok(contents(cut.documents).includes(1_000));
    });
  }
});
