import assert from 'node:assert/strict';
import type { PassageHit } from '../../../../services/index/port.ts';
import { fullerCandidates } from '../../../../services/search/snippets/choose-snippets.ts';
import { searchRequest } from '../../../../services/search/snippets/search-request.ts';
import { query } from '../../index/contract.ts';

const passage = (ordinal: number, members: Partial<PassageHit> = {}): PassageHit => ({
  documentId: 'doc_1',
  contentHash: 'first',
  ordinal,
  passageCount: 3,
  heading: '',
  path: '',
  isContents: false,
  text: `Passage ${ordinal}.`,
  score: 1,
  ...members,
});

describe('the further passages of a candidate', () => {
  const further = async (...found: PassageHit[]) => {
    const candidate = { documentId: 'doc_1', passages: [passage(0)], score: 1 };
    const fuller = await fullerCandidates(
      { index: { search: async () => found }, scored: async (passages) => [...passages] },
      [candidate],
      { request: searchRequest({ query: 'heron' }), query: query(), outside: new Map() },
    );
    return fuller.get(candidate)?.passages.map(({ ordinal, contentHash }) => `${contentHash} ${ordinal}`);
  };

  it('are those that the first stage did not find', async () => {
    assert.deepEqual(await further(passage(0), passage(2)), ['first 0', 'first 2']);
  });

  it('are none of another version, which has replaced the document since', async () => {
    const second = { contentHash: 'second' };
    assert.deepEqual(await further(passage(0, second), passage(1, second)), ['first 0']);
  });
});
