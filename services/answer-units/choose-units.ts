import { countWords } from '../blocks/count-words.ts';
import type { AnalysedQuestion } from './asked.ts';
import type { PlacedUnit } from './place.ts';
import type { RankedUnit } from './rank-units.ts';
import { descriptionAfter } from './described-pages.ts';
import { alike, isSayable, MOST_ALIKE } from './sayable.ts';
import type { Unit, UnitSource } from './units/unit.ts';
import type { UnitFeatures } from './unit-features.ts';

const MOST_UNITS = 3;
const ENOUGH_WORDS = 45;
// Instructions, and yes or no, need more room: the command follows what it is for, the condition what is allowed.
const ENOUGH_WORDS_WITH_MORE = 60;
const MOST_WORDS = 110;
// Maximum distance from the first unit's score, in log-odds: a much less likely unit adds little.
const LIKELY_ENOUGH = 2;

/**
 * Chooses the unit that answers best, and at most two more that add information.
 *
 * @param least number of words below which a likely unit is added, except to a fact; absent: as few as answer
 */
export function chooseUnits<S extends UnitSource>(
  { kind }: Pick<AnalysedQuestion, 'kind'>,
  ranked: readonly RankedUnit<S>[],
  least = 0,
): RankedUnit<S>[] {
  const leads = new Set(ranked.flatMap(({ unit }) => unit.lead ?? []));
  const sayable = ranked.filter(
    (one) => isSayable(one) && !(leads.has(one.unit.text) && POINTS_BELOW.test(one.unit.text)),
  );
  const best = (kind.example && exampleOf(sayable)) || sayable[0];
  if (!best) return [];
  // A definition, instructions and a list often take more than one sentence.
  const staysWhole = kind.definition || kind.howTo || kind.list;
  const cut = (one: RankedUnit<S>) => (staysWhole ? one : tightest(one, sayable));
  const first = cut(best);
  const description = kind.definition ? descriptionAfter(first, sayable) : undefined;
  if (description) return [first, description];
  const chosen: RankedUnit<S>[] = [first];
  const isFact = kind.value || kind.isDefault;
  const enough = Math.max(isFact ? 0 : least, kind.howTo || kind.yesNo ? ENOUGH_WORDS_WITH_MORE : ENOUGH_WORDS);
  let words = wordsIn(first);
  for (const unit of sayable) {
    if (unit === best) continue;
    if (chosen.length === MOST_UNITS || words >= enough || unit.score < first.score - LIKELY_ENOUGH) break;
    const added = cut(unit);
    const length = wordsIn(unit);
    if (
      isOfNeighbour(unit, first) ||
      (first.unit.kind === 'list' && unit.unit.kind === 'list') ||
      words + length > MOST_WORDS ||
      chosen.some((other) => repeats(unit, other) || repeats(added, other))
    )
      continue;
    chosen.push(added);
    words += length;
  }
  return chosen;
}

const LEAST_OF_EXAMPLE = 1 / 3;

/** The best code of the page that answers best, if it has to do with the subject. */
const exampleOf = <S extends UnitSource>(ranked: readonly RankedUnit<S>[]): RankedUnit<S> | undefined =>
  ranked.find(
    ({ source, unit, features }) =>
      source === ranked[0]?.source && unit.kind === 'code' && features.example >= LEAST_OF_EXAMPLE,
  );

/** Whether the question names the entry of the first unit, and this unit belongs to another entry. */
const isOfNeighbour = (unit: RankedUnit<UnitSource>, first: RankedUnit<UnitSource>) =>
  first.features.identifier > 0 && unit.features.identifier === 0;

/** Whether a unit says again what another one has said. */
const repeats = (unit: PlacedUnit, other: PlacedUnit) =>
  overlap(unit, other) || isIntroduced(unit, other) || alike(unit, other) >= MOST_ALIKE;

/** Whether a unit has the sentence that introduces the other one. */
const isIntroduced = ({ unit }: PlacedUnit, { unit: { lead } }: PlacedUnit) =>
  lead !== undefined && unit.text.includes(lead);

/** Whether two units share a sentence of their passage. */
function overlap({ unit, place }: PlacedUnit, { unit: other, place: otherPlace }: PlacedUnit): boolean {
  if (place.passage !== otherPlace.passage || unit.block !== other.block) return false;
  return unit.place < other.place + sentencesIn(other) && other.place < unit.place + sentencesIn(unit);
}

const SENTENCES: Partial<Record<Unit['kind'], number>> = { sentence: 1, sentences: 2, paragraph: Infinity };
const sentencesIn = ({ kind }: Unit) => SENTENCES[kind] ?? 0;

const wordsIn = ({ unit }: PlacedUnit) => countWords(unit.text);

// The features of a unit's text. The other features describe its position.
const SAYS = [
  'subject',
  'own',
  'pairs',
  'statesDefault',
  'mentionsDefault',
  'quantity',
  'defines',
  'yesNo',
  'command',
  'type',
] as const satisfies ReadonlyArray<keyof UnitFeatures>;

/** The sentence of a longer unit that scores as high as the whole in every feature of `SAYS`; otherwise the unit. */
function tightest<S extends UnitSource>(unit: RankedUnit<S>, all: readonly RankedUnit<S>[]): RankedUnit<S> {
  if (unit.unit.kind !== 'sentences' && unit.unit.kind !== 'paragraph') return unit;
  const within = all.find(
    (one) =>
      one.unit.kind === 'sentence' &&
      one.place === unit.place &&
      unit.unit.text.includes(one.unit.text) &&
      SAYS.every((name) => one.features[name] >= unit.features[name]),
  );
  return within ?? unit;
}

/** Marks a sentence that introduces a list or code, and has no content without it. */
const POINTS_BELOW = /\b(?:following|follows?|below)\b/i;
