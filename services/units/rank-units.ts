import type { SourcePassage } from '../sentence-selection/source.ts';
import type { UnitSource } from './unit.ts';
import type { Asked } from './asked.ts';
import { openingParts } from './opening-parts.ts';
import { placed, placeOf, type PlacedUnit } from './place.ts';

import { unitFeatures, type UnitFeatures } from './unit-features.ts';
import { UNIT_WEIGHTS } from './unit-weights.ts';
import { termListsAround } from './term-lists.ts';
import { unitsOf } from './units-of.ts';

export interface RankedUnit<S extends UnitSource> extends PlacedUnit<S> {
  features: UnitFeatures;
  /** Log-odds, comparable within one question only. */
  score: number;
  /** Cosine with the question by the built-in model; undefined if that model has not compared the unit. */
  near?: number | undefined;
}

const PASSAGES = 8;
// Passages beyond this number, in the order of the sources, are not ranked.
const MOST_PASSAGES_OF_SOURCES = 60;

/**
 * Ranks all units of the best passages.
 *
 * @param passages number of passages whose units are ranked
 * @returns the units, best first
 */
export function rankUnits<S extends UnitSource>(
  asked: Asked,
  sources: readonly S[],
  passages = PASSAGES,
): RankedUnit<S>[] {
  return sources
    .flatMap((source) => [...source.parts, ...openingParts(asked, source)].map((part) => ({ source, part })))
    .slice(0, MOST_PASSAGES_OF_SOURCES)
    .toSorted((one, other) => other.part.score - one.part.score)
    .slice(0, passages)
    .flatMap(({ source, part }, rank) => unitsOfPassage(asked, { source, part, rank }))
    .toSorted((one, other) => other.score - one.score);
}

function unitsOfPassage<S extends UnitSource>(
  asked: Asked,
  { source, part, rank }: { source: S; part: SourcePassage; rank: number },
): RankedUnit<S>[] {
  const place = placeOf(part, source.title, rank);
  const lists = asked.kind.list && source.text !== undefined ? termListsAround(source.text, part) : [];
  const units = [
    ...unitsOf(part.markdown).map((unit) => placed(unit, place, source)),
    ...lists.map(({ unit, path }) => placed(unit, placeOf({ ...part, path }, source.title, rank), source)),
  ];
  const byKind = Map.groupBy(units, ({ unit }) => unit.kind);
  return units.map((one) => {
    const others = (byKind.get(one.unit.kind) ?? []).filter((other) => other !== one);
    const features = unitFeatures(asked, one, others);
    return { ...one, features, score: unitScore(features, UNIT_WEIGHTS) };
  });
}

export function unitScore<Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  let score = 0;
  for (const name of Object.keys(weights) as Name[]) score += weights[name] * features[name];
  return score;
}
