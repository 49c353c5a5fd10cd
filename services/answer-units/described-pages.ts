import { countWords } from '../blocks/count-words.ts';
import type { PlacedUnit } from './place.ts';
import type { RankedUnit } from './rank-units.ts';
import { alike, MOST_ALIKE } from './sayable.ts';
import type { UnitSource } from './units/unit.ts';

const MOST_WORDS_OF_DESCRIPTION = 50;
const ENDS = /[.!。！][^\p{L}\p{N}]*$/u;

/** The beginning of a reference page's description, after the line that names the page's subject in short. */
export function descriptionAfter<S extends UnitSource>(
  line: RankedUnit<S>,
  sayable: readonly RankedUnit<S>[],
): RankedUnit<S> | undefined {
  const begins = sayable.filter(
    (one) =>
      describes(one, line) &&
      one.unit.block === 0 &&
      one.unit.place === 0 &&
      ENDS.test(one.unit.text) &&
      countWords(one.unit.text) <= MOST_WORDS_OF_DESCRIPTION,
  );
  return begins.toSorted((one, other) => countWords(other.unit.text) - countWords(one.unit.text))[0];
}

/** Whether a unit describes what the line that names a page's subject only says in short. */
export const describes = (unit: PlacedUnit, line: PlacedUnit): boolean =>
  line.unit.kind === 'sentence' &&
  !ENDS.test(line.unit.text) &&
  unit.source === line.source &&
  unit.place.passage.opensDescription === true;

/** The units without a line of a page's subject if the page's description, which follows it, says the same. */
export function withoutRepeatedLine<P extends PlacedUnit>(units: readonly P[]): P[] {
  const [line, description] = units;
  const saysSame =
    line &&
    description &&
    describes(description, line) &&
    alike(line, description) >= MOST_ALIKE &&
    [...line.place.titleTerms].every((term) => description.has.has(term));
  return units.slice(saysSame ? 1 : 0);
}
