import type { PassageHit } from '../../index/port.ts';
import type { Candidate } from '../find/candidates.ts';

/**
 * Scores relative to the highest of their kind. The kinds differ in scale: the scores of providers' passages count
 * stems, those of our own passages are BM25.
 */
export interface RelativeScores {
  candidates: Candidate[];
  /** Converts further passages of our own documents. */
  ofOwn(passages: readonly PassageHit[]): PassageHit[];
}

export function relativeScores(
  candidates: readonly Candidate[],
  outside: { has(documentId: string): boolean },
): RelativeScores {
  const best = highest(candidates);
  const passagesOf = (isOutside: boolean) =>
    candidates.filter(({ documentId }) => outside.has(documentId) === isOutside).flatMap(({ passages }) => passages);
  const [bestOwn, bestOutside] = [false, true].map((isOutside) => highest(passagesOf(isOutside)));
  const shareOf = (one: number | undefined) => (passage: PassageHit) => ({
    ...passage,
    score: passage.score / (one ?? 1),
  });
  return {
    candidates: candidates.map((candidate) => ({
      ...candidate,
      score: candidate.score / best,
      passages: candidate.passages.map(shareOf(outside.has(candidate.documentId) ? bestOutside : bestOwn)),
    })),
    ofOwn: (passages) => passages.map(shareOf(bestOwn)),
  };
}

/** The highest score; 1 if none is above 0, because the result is a divisor. */
function highest(scored: ReadonlyArray<{ score: number }>): number {
  return scored.reduce((most, { score }) => Math.max(most, score), 0) || 1;
}
