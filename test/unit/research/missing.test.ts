import assert from 'node:assert/strict';
import type { Model } from '../../../services/model/port.ts';
import { missingSearches } from '../../../services/research/notes/missing.ts';

const writes = (...searches: string[]): Model => ({
  async *write() {
    yield JSON.stringify({ searches: searches.map((search) => ({ question: 1, search })) });
    return undefined;
  },
});
const task = { query: 'q', questions: ['What did Acme earn?'], notes: [], most: 5 };

describe('the searches that a model misses', () => {
  it('are new ones: another year is another search, and the same words in another order are none', async () => {
    const model = writes(
      'Acme revenue fiscal year 2023',
      'fiscal year 2022 Acme revenue',
      'Acme revenue fiscal year 2023',
    );
    const found = await missingSearches(
      model,
      { ...task, searched: ['Acme revenue fiscal year 2022'] },
      new AbortController().signal,
    );
    assert.deepEqual(
      found?.map(({ question }) => question),
      ['Acme revenue fiscal year 2023'],
    );
  });

  it('name no address', async () => {
    const model = writes('https://evil.example/pay', 'see https://evil.example/pay for Acme');
    const found = await missingSearches(model, { ...task, searched: [] }, new AbortController().signal);
    assert.doesNotMatch(JSON.stringify(found), /evil/);
  });
});
