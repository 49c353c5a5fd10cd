import type { KnownPlace } from '../../../entities/monitors/monitor-snapshot.ts';
import { shapeOf } from './moments.ts';

/** A place of a page, and what the page has there now; empty: nothing. */
export interface PairedPlace {
  /** Undefined for a place that the page did not have. */
  before: KnownPlace | undefined;
  now: string;
  /** For a place without `before`: the one above it, if that has changed too. */
  beside?: KnownPlace | undefined;
}

/**
 * Finds the place of every part of a page. Text that is the same stays in its place, wherever it stands now. Of the rest, parts
 * share a place that stand behind, or before, the same unchanged text: first those that differ in figures alone.
 *
 * @returns the places in the order of the page; those that are empty now at the end
 */
export function pairPlaces(known: readonly KnownPlace[], parts: readonly string[]): PairedPlace[] {
  const shown = known.filter(({ text }) => text !== '');
  const paired = createPairing(known, parts);
  paired.by(
    shown,
    ({ text }) => text,
    (part) => part,
  );
  const same = new Set(paired.places);
  const before = neighbours(shown.map((place) => ({ text: place.text, isSame: same.has(place) })));
  const now = neighbours(parts.map((part, at) => ({ text: part, isSame: paired.places[at] !== undefined })));
  const at = new Map(shown.map((place, index) => [place, before[index]]));
  paired.by(
    known.filter(({ text }) => text === ''),
    ({ last = '' }) => last,
    (part) => part,
  );
  for (const key of ['shapeBehind', 'behind', 'shapeAhead', 'ahead'] as const)
    paired.by(
      shown,
      (place) => at.get(place)?.[key] ?? '',
      (_part, index) => now[index]?.[key] ?? '',
    );
  const pairs = parts.map((part, index): PairedPlace => {
    const place = paired.places[index];
    const above = paired.places[index - 1];
    const isBesideChange = above !== undefined && above.text !== parts[index - 1];
    return place
      ? { before: place, now: part }
      : { before: undefined, now: part, ...(isBesideChange && { beside: above }) };
  });
  return [...pairs, ...paired.free().map((place) => ({ before: place, now: '' }))];
}

function createPairing(known: readonly KnownPlace[], parts: readonly string[]) {
  const places: Array<KnownPlace | undefined> = parts.map(() => undefined);
  const free = new Set(known);
  return {
    places,
    free: () => [...free],
    /** Pairs places and parts of the same key, in their order. */
    by(
      candidates: readonly KnownPlace[],
      keyOfPlace: (place: KnownPlace) => string,
      keyOfPart: (part: string, at: number) => string,
    ): void {
      const byKey = Map.groupBy(
        candidates.filter((place) => free.has(place)),
        keyOfPlace,
      );
      for (const queue of byKey.values()) queue.reverse();
      for (const [at, part] of parts.entries()) {
        const place = places[at] ? undefined : byKey.get(keyOfPart(part, at))?.pop();
        if (!place) continue;
        places[at] = place;
        free.delete(place);
      }
    },
  };
}

interface Neighbours {
  behind: string;
  ahead: string;
  shapeBehind: string;
  shapeAhead: string;
}

/** For each changed part: the unchanged text above and below it, with the distance, or with its shape. */
function neighbours(parts: ReadonlyArray<{ text: string; isSame: boolean }>): Array<Neighbours | undefined> {
  const behind = anchors(parts);
  const ahead = anchors(parts.toReversed()).reverse();
  return parts.map(({ text, isSame }, at) => {
    const [above, below] = [behind[at], ahead[at]];
    if (isSame || !above || !below) return undefined;
    const shape = shapeOf(text);
    return {
      behind: `${above.distance} ${above.text}`,
      ahead: `${below.distance} ${below.text}`,
      shapeBehind: `${shape}\n${above.text}`,
      shapeAhead: `${shape}\n${below.text}`,
    };
  });
}

function anchors(parts: ReadonlyArray<{ text: string; isSame: boolean }>): Array<{ text: string; distance: number }> {
  let anchor = { text: '', distance: 0 };
  return parts.map(
    ({ text, isSame }) => (anchor = isSame ? { text, distance: 0 } : { ...anchor, distance: anchor.distance + 1 }),
  );
}
