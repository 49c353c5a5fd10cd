import { share, type Asked } from './asked.ts';
import type { PlacedUnit } from './place.ts';
import { unitScore, type RankedUnit, type UnitSource } from './rank-units.ts';

/** From which probability on a unit is given as an answer, and its source as one that is close to the question. */
export const MAY_ANSWER = 0.45;
export const MAY_BE_CLOSE = 0.05;

/**
 * What tells whether a unit answers a question at all, from 0 to 1. Rarities are shares, so that the size of the index
 * does not count.
 */
interface GateFeatures {
  /** Share of the subject that no source has. */
  absent: number;
  /** Whether no source has a name with signs in it that the question asks about: a setting or an option that is not there. */
  nameAbsent: number;
  /** Rarity of the heaviest word of the subject that is missing where the unit stands. */
  heaviestMissing: number;
  /** Share of the subject in the passage, its path and its title. */
  passage: number;
  /** Share of the subject in the unit, its path and its title. */
  unit: number;
  /** Weight of the subject in the passage: 1 from three words on that no other passage has. */
  mass: number;
  /** Number of words of the subject: 1 from twenty on. Few of a long text stand in any other. */
  long: number;
}

/** The same with what the built-in model tells. */
interface MeaningFeatures extends GateFeatures {
  /** Nearness of the unit to the question. */
  near: number;
  /** That of the nearest unit of all. */
  nearest: number;
}

const SIGNED_NAME = /^[\p{L}\p{N}.]+_[\p{L}\p{N}_.]+$|^--[a-z][a-z-]{2,}$|^\p{L}+\.\p{L}[\p{L}\p{N}.]+$/u;
const MOST_MASS = 3;
const MANY_WORDS = 20;

/** Learned by `node bench/answers/train-gate.ts`: questions of development sets over their own documents and those of others. */
const CONSTANT = -1;
const WEIGHTS: Readonly<Record<keyof GateFeatures, number>> = {
  absent: -1.8,
  // Set by hand: the sets of other kinds of text have no such names.
  nameAbsent: -2,
  heaviestMissing: -1.7,
  passage: 1.5,
  unit: 1.55,
  mass: 2.9,
  long: 1.6,
};
const CONSTANT_BY_MEANING = -1.7;
const WEIGHTS_BY_MEANING: Readonly<Record<keyof MeaningFeatures, number>> = {
  absent: -1.45,
  nameAbsent: -2,
  heaviestMissing: -1.55,
  passage: 0.4,
  unit: 0.85,
  mass: 1.85,
  long: 1.7,
  near: 2.1,
  nearest: 2.15,
};

/** What all units of a question share. */
export interface Gate {
  asked: Asked;
  /** The terms of all passages that were read. */
  held: ReadonlySet<string>;
  /** The nearness of the nearest unit, where the built-in model told it. */
  nearest: number | undefined;
}

export function gateOf(asked: Asked, units: ReadonlyArray<PlacedUnit & Pick<RankedUnit<UnitSource>, 'near'>>): Gate {
  const held = new Set<string>();
  for (const place of new Set(units.map((unit) => unit.place)))
    for (const terms of [place.around, place.above]) for (const term of terms) held.add(term);
  const known = units.flatMap(({ near }) => near ?? []);
  return { asked, held, nearest: known.length === 0 ? undefined : Math.max(...known) };
}

/** The probability that a unit answers the question. */
export function answerProbability(
  { asked, held, nearest }: Gate,
  unit: PlacedUnit & Pick<RankedUnit<UnitSource>, 'near'>,
): number {
  const features = gateFeatures(asked, unit, held);
  const odds =
    unit.near === undefined || nearest === undefined
      ? CONSTANT + unitScore(features, WEIGHTS)
      : CONSTANT_BY_MEANING + unitScore({ ...features, near: unit.near, nearest }, WEIGHTS_BY_MEANING);
  return 1 / (1 + Math.exp(-odds));
}

function gateFeatures(asked: Asked, { has, place }: PlacedUnit, held: ReadonlySet<string>): GateFeatures {
  const { key, identifiers } = asked;
  const isInPassage = (term: string) => place.around.has(term) || place.above.has(term);
  const weights = (wanted: (term: string) => boolean) =>
    Array.from(key, ([term, weight]) => (wanted(term) ? weight : 0));
  return {
    absent: 1 - share(key, (term) => held.has(term)),
    nameAbsent: identifiers.some((name) => SIGNED_NAME.test(name) && !held.has(name)) ? 1 : 0,
    heaviestMissing: Math.min(1, Math.max(0, ...weights((term) => !isInPassage(term)))),
    passage: share(key, isInPassage),
    unit: share(key, (term) => has.has(term) || place.above.has(term)),
    mass: Math.min(1, weights(isInPassage).reduce((sum, weight) => sum + weight, 0) / MOST_MASS),
    long: Math.min(1, key.size / MANY_WORDS),
  };
}
