import type { PassageHit } from './port.ts';

/** The order of hits: higher scores first; hits with the same score by document and position. */
export function bestFirst(a: PassageHit, b: PassageHit): number {
  return b.score - a.score || compare(a.documentId, b.documentId) || a.ordinal - b.ordinal;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
