// The usual constant of reciprocal rank fusion: it keeps the first places of one list from outweighing agreement.
const RANK_CONSTANT = 60;

/** Reciprocal rank fusion of several rankings: for each name its score, at most 1 for what is first in every list. */
export function fuse(rankings: readonly (readonly string[])[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [rank, name] of ranking.entries()) {
      scores.set(name, (scores.get(name) ?? 0) + (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + rank) / rankings.length);
    }
  }
  return scores;
}
