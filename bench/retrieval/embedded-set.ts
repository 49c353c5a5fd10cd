import { createHash } from 'node:crypto';
import { passagesOf } from '../../services/blocks/passages.ts';
import { embeddedText, embeddedTextOfHit } from '../../services/embeddings/embedded-text.ts';
import { placeKey } from '../../services/embeddings/vectors.ts';
import { relativeScores } from '../../services/search/rank/shares.ts';
import { createRescore, type Rescore } from '../../services/search/rank/rescore.ts';
import type { Candidate } from '../../services/search/find/candidates.ts';
import type { JudgedSet } from './judged-sets.ts';
import type { TextVectors } from './set-vectors.ts';

export interface Embedded {
  /** The share of the documents that have vectors. */
  share: number;
  /** Maximum number of passages of a search that are embedded while it waits. */
  found: number;
}

/** The input of the second stage if a share of a set's documents is embedded: candidates with scores as shares. */
export type RescoreSet = (query: string, candidates: readonly Candidate[], embedded: Embedded) => Promise<Candidate[]>;

export async function embeddedSet({ documents }: JudgedSet, vectors: TextVectors): Promise<RescoreSet> {
  const stored = new Map<string, Float32Array>();
  for (const { _id, title, text } of documents)
    for (const [ordinal, passage] of passagesOf(text).entries())
      stored.set(
        placeKey({ documentId: _id, contentHash: _id, ordinal }),
        await vectors.of(embeddedText(title ?? null, passage)),
      );
  const rescoreWith = ({ share, found }: Embedded, candidates: readonly Candidate[]): Rescore =>
    createRescore({
      model: 'bench',
      storedVectors: async (_, places) =>
        new Map(
          places.flatMap((place) => {
            const vector = placeInSet(place.documentId) < share ? stored.get(placeKey(place)) : undefined;
            return vector ? [[placeKey(place), vector] as const] : [];
          }),
        ),
      queryVectors: { of: (query) => vectors.of(query) },
      // A hit's text is nearly the embedded text.
      foundVectors: {
        of: async (texts) => {
          const wanted = new Set(texts.slice(0, found));
          const passages = candidates.flatMap((candidate) => candidate.passages);
          return new Map(
            passages.flatMap((passage) => {
              const [text, vector] = [embeddedTextOfHit(passage), stored.get(placeKey(passage))];
              return vector && wanted.has(text) ? [[text, vector] as const] : [];
            }),
          );
        },
      },
    });
  return async (query, candidates, embedded) => {
    const shares = relativeScores(candidates, new Set());
    return (await rescoreWith(embedded, candidates)(query)(shares.candidates)).candidates;
  };
}

/** From 0 to 1, pseudo-random and always the same. */
function placeInSet(documentId: string): number {
  return createHash('sha256').update(documentId).digest().readUInt32LE(0) / 2 ** 32;
}
