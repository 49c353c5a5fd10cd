import { countWords } from '../blocks/count-words.ts';
import { isNavigation } from '../blocks/navigation.ts';
import type { AnalysedQuestion } from './asked.ts';
import type { PlacedUnit } from './place.ts';
import type { RankedUnit } from './rank-units.ts';
import type { Unit, UnitSource } from './unit.ts';
import { isSignature } from '../page-text/signature.ts';
import type { UnitFeatures } from './unit-features.ts';

const MOST_UNITS = 3;
const ENOUGH_WORDS = 45;
// Instructions, and yes or no, need more room: the command follows what it is for, the condition what is allowed.
const ENOUGH_WORDS_WITH_MORE = 60;
const MOST_WORDS = 110;
const FEWEST_WORDS = 4;
// Maximum distance from the first unit's score, in log-odds: a much less likely unit adds little.
const LIKELY_ENOUGH = 2;
const MOST_ALIKE = 0.6;

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

const MOST_WORDS_OF_DESCRIPTION = 50;
const ENDS = /[.!。！][^\p{L}\p{N}]*$/u;

/** The beginning of a reference page's description, after the line that names the page's subject in short. */
function descriptionAfter<S extends UnitSource>(
  line: RankedUnit<S>,
  sayable: readonly RankedUnit<S>[],
): RankedUnit<S> | undefined {
  const begins = sayable.filter(
    (one) =>
      describes(one, line) &&
      one.unit.block === 0 &&
      one.unit.place === 0 &&
      ENDS.test(one.unit.text) &&
      wordsIn(one) <= MOST_WORDS_OF_DESCRIPTION,
  );
  return begins.toSorted((one, other) => wordsIn(other) - wordsIn(one))[0];
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

/** The rest of a sentence that code or a list has cut: it begins in lower case with a word that joins it to what is lost. */
const CONTINUES = /^(?:and|as|because|but|if|or|so|than|that|unless|when|where|whereas|which|while|who|whose|with)\s/;
/** A question, or what the list or code below it completes. */
const LEADS_ON =
  /[?:？：][^\p{L}\p{N}_]*$|\b(?:with|by|to|of|for|as|like|and|or|is|are|execute|run|type|use|using)\s*$/iu;

/** Whether a unit can be an answer: questions, fragments and introductions cannot. */
export function isSayable({ unit }: PlacedUnit): boolean {
  if (unit.kind === 'code') return unit.lead !== undefined;
  if (unit.kind === 'table' || unit.kind === 'row') return !isNavigation(unit.lines ?? [], 'whole');
  if (unit.kind === 'list') return true;
  if (isSignature(unit.text)) return false;
  return countWords(unit.text) >= FEWEST_WORDS && !LEADS_ON.test(unit.text) && !CONTINUES.test(unit.text);
}

/** The share of the terms of the shorter of two texts that the other one has too. */
export function alike({ has }: PlacedUnit, other: PlacedUnit): number {
  const shared = [...has].filter((term) => other.has.has(term)).length;
  return shared / Math.max(1, Math.min(has.size, other.has.size));
}
