import assert from 'node:assert/strict';
import { parseRequest } from '../../../../api/operations/calls/parse-request.ts';
import { SearchRequestSchema } from '../../../../api/operations/requests/search.ts';
import { systemClock } from '../../../../services/core/clock.ts';
import { createProviderSet } from '../../../../services/providers/provider-set.ts';
import type { Rescore } from '../../../../services/search/rank/rescore.ts';
import { createSearch } from '../../../../services/search/search.ts';
import { openScene, type Scene } from '../../documents/scene.ts';

const never = new AbortController().signal;
// One passage a section, more of them than the first stage finds.
const sections = Array.from(
  { length: 150 },
  (_, number) => `## Section ${number}\n\nA heron ${'waits in the reeds '.repeat(5 + (number % 30))}.`,
);
const long = ['## Heron\n\nA heron, a heron.', ...sections].join('\n\n');

describe('the passages of a found document', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
    await scene.startIndexer();
  });
  afterEach(() => scene.close());

  async function snippetsOfLong(rescore?: Rescore) {
    const during: string[] = [];
    const search = createSearch({
      index: scene.scored,
      database: scene.database,
      words: scene.database,
      clock: systemClock,
      defaultScope: 'web',
      outside: createProviderSet([], []),
      readPage: async () => assert.fail('no page is read'),
      rescore,
      foreground: {
        during: async (work) => {
          during.push('begun');
          return work().finally(() => during.push('ended'));
        },
      },
    });
    const request = parseRequest(SearchRequestSchema, {
      query: 'heron',
      max_results: 1,
      fields: { snippets: { max_snippets_per_result: 256, max_tokens: 65_536, max_tokens_per_result: 32_768 } },
    });
    const { documents } = await search.search('org_1', request, never);
    assert.deepEqual(during, ['begun', 'ended']);
    return documents.find(({ url }) => url.endsWith('long'))?.snippets ?? [];
  }

  it('have scores on one scale, whether the first stage found them or a later one added them', async () => {
    await scene.documents.index('org_1', [
      { url: 'https://example.com/long', text: long },
      // They make a heron rare, and its scores high.
      ...Array.from({ length: 800 }, (_, number) => ({ url: `https://example.com/b${number}`, text: 'A bittern.' })),
    ]);
    const halved: Rescore = () => async (candidates) => ({
      candidates: candidates.map((candidate) => ({
        ...candidate,
        passages: candidate.passages.map((passage) => ({ ...passage, score: passage.score / 2 })),
      })),
      passages: async (hits) => hits.map((hit) => ({ ...hit, score: hit.score / 2 })),
    });
    const scoresWith = async (rescore?: Rescore) => (await snippetsOfLong(rescore)).map(({ score = 0 }) => score);
    const shares = await scoresWith();
    assert.ok(shares.length > 110, String(shares.length));
    assert.equal(shares[0], 1);
    assert.deepEqual(
      await scoresWith(halved),
      shares.map((share) => share / 2),
    );
  });
});
