import type { SourcePassage } from '../page-text/source.ts';
import type { UnitSource } from './units/unit.ts';
import type { AnalysedQuestion } from './asked.ts';
import { exampleParts, withOpenings } from './further-parts.ts';
import { isEntryOf, placed, placeOf, type PlacedUnit, type UnitPlace } from './place.ts';
import { unitFeatures, type UnitFeatures } from './unit-features.ts';
import { UNIT_WEIGHTS } from './unit-weights.ts';
import { asksMeaning } from './languages/question-kind.ts';
import { termListsAround } from './units/term-lists.ts';
import { unitsOf } from './units/units-of.ts';

export interface RankedUnit<S extends UnitSource> extends PlacedUnit<S> {
  features: UnitFeatures;
  /** Log-odds, comparable within one question only. */
  score: number;
  /** Cosine with the question by the built-in model; undefined if that model has not compared the unit. */
  near?: number | undefined;
}

const PASSAGES = 8;
// Further passages, whose heading or term is what a question for a definition names: a glossary's match few of its words.
const ENTRIES = 4;
// Passages beyond this number, in the order of the sources, are not ranked.
const MOST_PASSAGES_OF_SOURCES = 60;

/**
 * Ranks all units of the best passages.
 *
 * @param passages number of passages whose units are ranked
 * @returns the units, best first
 */
export function rankUnits<S extends UnitSource>(
  asked: AnalysedQuestion,
  sources: readonly S[],
  passages = PASSAGES,
): RankedUnit<S>[] {
  const found = sources
    .flatMap((source) =>
      [...withOpenings(asked, source), ...exampleParts(asked, source)].map((part) => ({ source, part })),
    )
    .slice(0, MOST_PASSAGES_OF_SOURCES)
    .toSorted((one, other) => other.part.score - one.part.score);
  const best = found.slice(0, passages);
  const entries = asksMeaning(asked.kind)
    ? found
        .slice(passages)
        .filter(({ source, part }) => isEntryOf(asked, part.opensDocument ? [source.title] : part.path))
    : [];
  return [...best, ...entries.slice(0, ENTRIES)]
    .flatMap(({ source, part }, rank) => unitsOfPassage(asked, { source, part, rank }))
    .toSorted((one, other) => other.score - one.score);
}

function unitsOfPassage<S extends UnitSource>(
  asked: AnalysedQuestion,
  { source, part, rank }: { source: S; part: SourcePassage; rank: number },
): RankedUnit<S>[] {
  const place = placeOf(part, source.title, rank);
  const placeWithin = places(part, source.title, place);
  const lists = asked.kind.list && source.text !== undefined ? termListsAround(source.text, part) : [];
  const units = [
    ...unitsOf(part.markdown).map((unit) => placed(unit, placeWithin(unit.within), source)),
    ...lists.map(({ unit, path }) => placed(unit, placeOf({ ...part, path }, source.title, rank), source)),
  ];
  const byKind = Map.groupBy(units, ({ unit }) => unit.kind);
  return units.map((one) => {
    const others = (byKind.get(one.unit.kind) ?? []).filter((other) => other !== one);
    const features = unitFeatures(asked, one, others);
    return { ...one, features, score: unitScore(features, UNIT_WEIGHTS) };
  });
}

/** The place of a unit by the term that it is within; undefined: that of the passage. */
function places(part: SourcePassage, title: string, place: UnitPlace): (term: string | undefined) => UnitPlace {
  const known = new Map<string, UnitPlace>();
  return (term) => {
    if (term === undefined) return place;
    const own = known.get(term) ?? placeOf({ ...part, path: [...part.path, term] }, title, place.rank);
    known.set(term, own);
    return own;
  };
}

export function unitScore<Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  let score = 0;
  for (const name of Object.keys(weights) as Name[]) score += weights[name] * features[name];
  return score;
}
