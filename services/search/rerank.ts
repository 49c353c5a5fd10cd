import type { Candidate } from './candidates.ts';

export function rerank(_query: string, candidates: readonly Candidate[]): Candidate[] {
  return [...candidates];
}
