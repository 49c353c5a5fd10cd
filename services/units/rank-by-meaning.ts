import { PATH_SIGN } from '../blocks/block.ts';
import type { Nearness } from '../embeddings/nearness.ts';
import { unitScore, type RankedUnit } from './rank-units.ts';
import type { UnitSource } from './unit.ts';
import { UNIT_WEIGHTS_BY_MEANING } from './unit-weights.ts';

// Each takes the model some milliseconds.
const UNITS = 18;

/** The best units ranked anew, with their nearness in meaning to the question; as they were without a model. */
export async function rankByMeaning<S extends UnitSource>(
  question: string,
  ranked: readonly RankedUnit<S>[],
  nearness: Nearness,
): Promise<RankedUnit<S>[]> {
  const best = ranked.slice(0, UNITS);
  const cosines = await nearness.of(question, best.map(embeddedUnit));
  if (!cosines) return [...ranked];
  return withMeaning(best, cosines)
    .map((unit) => ({
      ...unit,
      near: nearness.isOfBuiltIn ? unit.near : undefined,
      score: unitScore(unit.features, UNIT_WEIGHTS_BY_MEANING),
    }))
    .toSorted((one, other) => other.score - one.score);
}

/** Units with their nearness as a feature. */
function withMeaning<S extends UnitSource>(units: readonly RankedUnit<S>[], cosines: readonly number[]) {
  const standard = standardized(cosines);
  return units.map((unit, place) => ({
    ...unit,
    near: cosines[place],
    features: { ...unit.features, meaning: standard[place] ?? 0 },
  }));
}

/** A unit as the model reads it: under the headings and terms above it. */
function embeddedUnit({ unit, place }: Pick<RankedUnit<UnitSource>, 'unit' | 'place'>): string {
  const above = [place.title, ...place.passage.path].filter(Boolean).join(PATH_SIGN);
  return above === '' ? unit.text : `${above}: ${unit.text}`;
}

/** Models differ in how far apart their cosines lie: each is told in standard deviations from the mean of all. */
function standardized(cosines: readonly number[]): number[] {
  const mean = average(cosines);
  const deviation = Math.sqrt(average(cosines.map((one) => (one - mean) ** 2)));
  return cosines.map((one) => (deviation === 0 ? 0 : (one - mean) / deviation));
}

const average = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
