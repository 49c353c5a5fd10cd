import assert from 'node:assert/strict';
import type { RerankFeatures } from '../../../../services/search/rank/rerank-features.ts';
import { rerankScores } from '../../../../services/search/rank/rerank.ts';
import { relativeScores } from '../../../../services/search/rank/shares.ts';
import type { Candidate } from '../../../../services/search/find/candidates.ts';

const features = (score: number, near = 0): RerankFeatures => ({
  score,
  near,
  secondScore: 0,
  heading: 0,
  entry: 0,
  coverage: 0,
  pairs: 0,
  together: 0,
  sentence: 0,
  early: 0,
});

describe('the scores of the rerank', () => {
  it('keep the order of the words among candidates whose nearness is not known, on the scale of the others', () => {
    const scores = rerankScores(
      [features(1), features(0.9, 0.8), features(0.8), features(0.5, 0.3), features(0.4), features(0.3, 0.2)],
      [false, true, false, true, false, true],
    );
    const [first = 0, near = 0, second = 0, middle = 0, third = 0, far = 0] = scores;
    assert.ok(first > second && second > third, String(scores));
    assert.ok(near > second && second > middle && third > far, String(scores));
  });

  it('let what is near pass what has more of the words', () => {
    const [words = 0, meaning = 0] = rerankScores([features(1, 0.2), features(0.7, 0.6)], [true, true]);
    assert.ok(meaning > words);
  });

  it('go by the words alone where no nearness is known', () => {
    const [first = 0, second = 0] = rerankScores([features(1), features(0.7)], [false, false]);
    assert.equal((first - second).toFixed(3), '0.300');
  });
});

describe('scores as shares', () => {
  const candidate = (documentId: string, score: number, ...passages: number[]): Candidate => ({
    documentId,
    score,
    passages: passages.map((one, ordinal) => ({
      documentId,
      contentHash: '',
      ordinal,
      passageCount: 2,
      heading: '',
      path: '',
      isContents: false,
      text: '',
      score: one,
    })),
  });

  it('measure passages of our own and of providers each by the best of their kind', () => {
    const { candidates, ofOwn } = relativeScores(
      [candidate('own', 0.8, 20, 10), candidate('page', 0.4, 3, 1), candidate('other', 0.2, 5)],
      new Set(['page']),
    );
    assert.deepEqual(
      candidates.map(({ score, passages }) => [score, ...passages.map((passage) => passage.score)]),
      [
        [1, 1, 0.5],
        [0.5, 1, 1 / 3],
        [0.25, 0.25],
      ],
    );
    assert.deepEqual(
      ofOwn(candidate('further', 0, 4).passages).map(({ score }) => score),
      [0.2],
    );
  });
});
