import type { PassageHit } from '../../index/port.ts';
import type { Candidate } from '../find/candidates.ts';

/** Scores as shares of the best one of their kind: those of a provider's passages count words, those of our own are BM25. */
export interface Shares {
  candidates: Candidate[];
  /** The same of further passages of our own. */
  ofOwn(passages: readonly PassageHit[]): PassageHit[];
}

export function asShares(candidates: readonly Candidate[], outside: { has(documentId: string): boolean }): Shares {
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

/** Above 0, so that it divides. */
function highest(scored: ReadonlyArray<{ score: number }>): number {
  return scored.reduce((most, { score }) => Math.max(most, score), 0) || 1;
}
