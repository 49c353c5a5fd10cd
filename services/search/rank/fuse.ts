// The usual constant of reciprocal rank fusion. It keeps the top of one list from outweighing agreement between lists.
const RANK_CONSTANT = 60;

/** Scores names by reciprocal rank fusion. A name that is first in every ranking has the highest score, 1. */
export function fuse(rankings: readonly (readonly string[])[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [rank, name] of ranking.entries()) {
      scores.set(name, (scores.get(name) ?? 0) + (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + rank) / rankings.length);
    }
  }
  return scores;
}
