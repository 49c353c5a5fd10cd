import { MOST_CANDIDATES, MOST_WITH_A_BAND, type NoveltyCandidate } from './candidates.ts';

/** The documents that this run delivers, indexed by the bands of their signatures. */
export interface BandIndex {
  add(recordId: string, bands: readonly number[]): void;
  alike(bands: readonly number[]): NoveltyCandidate[];
}

export function createBandIndex(): BandIndex {
  const byBand = new Map<number, string[]>();
  return {
    add(recordId, bands) {
      for (const band of bands) {
        const known = byBand.get(band);
        // One document above the limit marks the band as part of a template.
        if (!known) byBand.set(band, [recordId]);
        else if (known.length <= MOST_WITH_A_BAND) known.push(recordId);
      }
    },
    alike(bands) {
      const shared = new Map<string, number>();
      for (const band of bands) {
        const having = byBand.get(band) ?? [];
        if (having.length > MOST_WITH_A_BAND) continue;
        for (const recordId of having) shared.set(recordId, (shared.get(recordId) ?? 0) + 1);
      }
      const candidates = Array.from(shared, ([recordId, count]) => ({ recordId, shared: count }));
      return candidates.toSorted((one, other) => other.shared - one.shared).slice(0, MOST_CANDIDATES);
    },
  };
}
