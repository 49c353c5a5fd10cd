import type { PassageHit } from '../../index/port.ts';
import { RESCORED_PASSAGES, type Candidate } from '../find/candidates.ts';
import { embeddedTextOfHit } from '../../embeddings/embedded-text.ts';
import type { FoundVectors } from '../../embeddings/found-vectors.ts';
import { cosine, spaceOf } from '../../embeddings/port.ts';
import type { QueryVectors } from '../../embeddings/query-vectors.ts';
import { placeKey, type PassagePlace } from '../../embeddings/vectors.ts';
import { fittedLine } from './fitted-line.ts';

/** Starts to embed a query and returns a function that scores candidates by words and meaning. */
export type Rescore = (query: string) => (candidates: readonly Candidate[]) => Promise<Rescored>;

interface Rescored {
  /** In the given order, with `near` where it is known. Their passages are rescored and sorted, best first. */
  candidates: Candidate[];
  /** Rescores further passages on the same scale and sorts them, best first. */
  passages(hits: readonly PassageHit[]): Promise<PassageHit[]>;
}

export interface RescoreDeps {
  model: string;
  /** The stored vectors of passages in one space, by `placeKey`; passages without a vector are absent. */
  storedVectors(space: string, places: readonly PassagePlace[]): Promise<Map<string, Float32Array>>;
  queryVectors: QueryVectors;
  /** Embeds passages without a stored vector while the search waits. Absent: these are not embedded. */
  foundVectors?: FoundVectors | undefined;
}

const COSINE_WEIGHT = 0.6;
const SHARE_WEIGHT = 0.4;
// Prior from the development sets. `slope` is the difference in cosine between a passage of score 1 and one of score 0.
const USUAL_NEARNESS = { slope: 0.45, weight: 0.2, spread: 0.01 };

/**
 * Combines the scores of passages, given as shares of the best score, with their nearness in meaning. A passage without
 * a vector gets the nearness that its score predicts. Without a vector of the query, everything stays unchanged.
 */
export function createRescore({ model, storedVectors, queryVectors, foundVectors }: RescoreDeps): Rescore {
  return (query) => {
    // The model embeds the query while the first stage runs.
    const asked = queryVectors.of(query);
    return async (candidates) => {
      const vector = await asked;
      const unchanged: Rescored = { candidates: [...candidates], passages: async (hits) => [...hits] };
      if (!vector) return unchanged;
      const stored = storedCosines((places) => storedVectors(spaceOf(model, vector), places), vector);
      const first = candidates.flatMap((candidate) => candidate.passages).slice(0, RESCORED_PASSAGES);
      const known = await stored(first);
      const rest = first.filter((passage) => !known.has(passage)).sort((a, b) => b.score - a.score);
      const found = await foundVectors?.of(rest.map(embeddedTextOfHit));
      for (const passage of rest) {
        const other = found?.get(embeddedTextOfHit(passage));
        if (other?.length === vector.length) known.set(passage, nearness(vector, other));
      }
      if (known.size === 0) return unchanged;
      const expected = fittedLine(
        Array.from(known, ([{ score }, near]) => [score, near] as const),
        USUAL_NEARNESS,
      );
      const scored = (hits: readonly PassageHit[], cosines: ReadonlyMap<PassageHit, number>) =>
        hits
          .map((hit) => fused(hit, cosines.get(hit) ?? Math.max(0, expected.at(hit.score))))
          .sort((a, b) => b.score - a.score);
      return {
        candidates: candidates.map((candidate) => ({
          ...candidate,
          ...nearest(candidate.passages.flatMap((passage) => known.get(passage) ?? [])),
          passages: scored(candidate.passages, known),
        })),
        passages: async (hits) => scored(hits, await stored(hits)),
      };
    };
  };
}

/** The nearness of the passages that have a stored vector. */
function storedCosines(
  storedVectors: (places: readonly PassagePlace[]) => Promise<Map<string, Float32Array>>,
  query: Float32Array,
) {
  return async (passages: readonly PassageHit[]): Promise<Map<PassageHit, number>> => {
    // An outdated index may number its passages differently from the stored vectors.
    const placed = passages.filter(({ isOutdated }) => !isOutdated);
    const vectors = await storedVectors(placed);
    return new Map(
      placed.flatMap((passage) => {
        const vector = vectors.get(placeKey(passage));
        return vector ? [[passage, nearness(query, vector)] as const] : [];
      }),
    );
  };
}

const nearness = (one: Float32Array, other: Float32Array) => Math.max(0, cosine(one, other));

const nearest = (cosines: readonly number[]) => (cosines.length > 0 ? { near: Math.max(...cosines) } : {});

const fused = (hit: PassageHit, near: number) => ({ ...hit, score: COSINE_WEIGHT * near + SHARE_WEIGHT * hit.score });
