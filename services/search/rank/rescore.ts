import type { Sql } from '../../database/database.ts';
import type { PassageHit } from '../../index/port.ts';
import type { Candidate } from '../find/candidates.ts';
import { cosine, spaceOf } from '../../embeddings/port.ts';
import type { QueryVectors } from '../../embeddings/query-vectors.ts';
import { placeKey, readVectors } from '../../embeddings/vectors.ts';

/** Given a query, begins to find out what is near to it in meaning; then scores candidates anew by that, best first. */
export type Rescore = (query: string) => (candidates: readonly Candidate[]) => Promise<Candidate[]>;

export interface RescoreDeps {
  sql: Sql;
  model: string;
  queryVectors: QueryVectors;
}

const PASSAGES = 100;
const COSINE_WEIGHT = 0.6;
const SCORE_WEIGHT = 0.4;

/** Scores candidates by nearness in meaning together with what they had; as they were where there are no vectors. */
export function createRescore({ sql, model, queryVectors }: RescoreDeps): Rescore {
  return (query) => {
    // Asked at once, so that it comes while the first stage works.
    const asked = queryVectors.of(query);
    return async (candidates) => {
      const vector = await asked;
      if (!vector) return [...candidates];
      const passages = candidates.flatMap((candidate) => candidate.passages).slice(0, PASSAGES);
      const vectors = await readVectors(sql, spaceOf(model, vector), passages);
      const cosines = new Map(Array.from(vectors, ([key, other]) => [key, Math.max(0, cosine(vector, other))]));
      return cosines.size === 0 ? [...candidates] : rescored(candidates, cosines);
    };
  };
}

export function rescored(candidates: readonly Candidate[], cosines: ReadonlyMap<string, number>): Candidate[] {
  // What has no vector (yet, or since it is from outside) is neither lifted nor sunk by that.
  const mean = [...cosines.values()].reduce((sum, one) => sum + one, 0) / cosines.size;
  const bestScore = highest(candidates);
  const bestPassage = highest(candidates.flatMap((candidate) => candidate.passages));
  return candidates.map((candidate) => rescoredOne(candidate)).sort((a, b) => b.score - a.score);

  function rescoredOne(candidate: Candidate): Candidate {
    const nearest = Math.max(...candidate.passages.map((passage) => cosines.get(placeKey(passage)) ?? -1));
    const passages = candidate.passages.map((passage) =>
      withScore(passage, cosines.get(placeKey(passage)) ?? mean, bestPassage),
    );
    return {
      ...withScore(candidate, nearest < 0 ? mean : nearest, bestScore),
      passages: passages.sort((a, b) => b.score - a.score),
    };
  }
}

function withScore<Scored extends { score: number }>(scored: Scored, near: number, best: number): Scored {
  return { ...scored, score: COSINE_WEIGHT * near + (SCORE_WEIGHT * scored.score) / best };
}

function highest(scored: ReadonlyArray<Pick<PassageHit, 'score'>>): number {
  return scored.reduce((most, { score }) => Math.max(most, score), Number.MIN_VALUE);
}
