import { PATH_SIGN } from '../blocks/block.ts';
import type { Nearness } from '../embeddings/nearness.ts';
import { unitScore, type RankedUnit } from './rank-units.ts';
import type { UnitSource } from './units/unit.ts';
import { UNIT_WEIGHTS_BY_MEANING } from './unit-weights.ts';

// The model takes a few milliseconds for each.
const UNITS = 18;

/** Reranks the best units with their nearness in meaning to the question. Without a model, all units stay unchanged. */
export async function rankByMeaning<S extends UnitSource>(
  question: string,
  ranked: readonly RankedUnit<S>[],
  nearness: Pick<Nearness, 'isOfBuiltIn' | 'of'>,
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

function withMeaning<S extends UnitSource>(units: readonly RankedUnit<S>[], cosines: readonly number[]) {
  const standard = standardized(cosines);
  return units.map((unit, place) => ({
    ...unit,
    near: cosines[place],
    features: { ...unit.features, meaning: standard[place] ?? 0 },
  }));
}

/** The text that the model embeds: the unit after its title, headings and terms. */
export function embeddedUnit({ unit, place }: Pick<RankedUnit<UnitSource>, 'unit' | 'place'>): string {
  const above = [place.title, ...place.passage.path].filter(Boolean).join(PATH_SIGN);
  return above === '' ? unit.text : `${above}: ${unit.text}`;
}

/** Standard deviations from the mean, because the spread of cosines differs from model to model. */
function standardized(cosines: readonly number[]): number[] {
  const mean = average(cosines);
  const deviation = Math.sqrt(average(cosines.map((one) => (one - mean) ** 2)));
  return cosines.map((one) => (deviation === 0 ? 0 : (one - mean) / deviation));
}

const average = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
