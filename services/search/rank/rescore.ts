import type { PassageHit } from '../../index/port.ts';
import { RESCORED_PASSAGES, type Candidate } from '../find/candidates.ts';
import { embeddedTextOfHit } from '../../embeddings/embedded-text.ts';
import type { FoundVectors } from '../../embeddings/found-vectors.ts';
import { cosine, spaceOf } from '../../embeddings/port.ts';
import type { QueryVectors } from '../../embeddings/query-vectors.ts';
import { placeKey, type PassagePlace } from '../../embeddings/vectors.ts';
import { fittedLine } from './fitted-line.ts';

/** Given a query, begins to find out what is near to it in meaning; then tells it of candidates. */
export type Rescore = (query: string) => (candidates: readonly Candidate[]) => Promise<Rescored>;

interface Rescored {
  /** In the same order, with `near` where it is known. Their passages are scored by words and meaning together, best first. */
  candidates: Candidate[];
  /** Further passages, with scores on the same scale. */
  passages(hits: readonly PassageHit[]): Promise<PassageHit[]>;
}

export interface RescoreDeps {
  model: string;
  /** The vectors that are stored of passages in a space, by `placeKey`. */
  storedVectors(space: string, places: readonly PassagePlace[]): Promise<Map<string, Float32Array>>;
  queryVectors: QueryVectors;
  foundVectors: FoundVectors;
}

const COSINE_WEIGHT = 0.6;
const SHARE_WEIGHT = 0.4;
// What is usual on the development sets: a passage with the best score is nearer by this much than one with none.
const USUAL_NEARNESS = { slope: 0.45, weight: 0.2, spread: 0.01 };

/**
 * Scores, which are shares of the best one, together with nearness in meaning; as they were where no vector of the query comes.
 * Of a passage without a vector, and without time to make one, the nearness is what its share leads to expect.
 */
export function createRescore({ model, storedVectors, queryVectors, foundVectors }: RescoreDeps): Rescore {
  return (query) => {
    // Asked at once, so that it comes while the first stage works.
    const asked = queryVectors.of(query);
    return async (candidates) => {
      const vector = await asked;
      const unchanged: Rescored = { candidates: [...candidates], passages: async (hits) => [...hits] };
      if (!vector) return unchanged;
      const stored = storedCosines((places) => storedVectors(spaceOf(model, vector), places), vector);
      const first = candidates.flatMap((candidate) => candidate.passages).slice(0, RESCORED_PASSAGES);
      const known = await stored(first);
      const rest = first.filter((passage) => !known.has(passage)).sort((a, b) => b.score - a.score);
      const found = await foundVectors.of(rest.map(embeddedTextOfHit));
      for (const passage of rest) {
        const other = found.get(embeddedTextOfHit(passage));
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

/** The nearness of those passages that have a vector in the space. */
function storedCosines(
  storedVectors: (places: readonly PassagePlace[]) => Promise<Map<string, Float32Array>>,
  query: Float32Array,
) {
  return async (passages: readonly PassageHit[]): Promise<Map<PassageHit, number>> => {
    // Of an index that is not rebuilt yet the places are others than those that were embedded.
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
