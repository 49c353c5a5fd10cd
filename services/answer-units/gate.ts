import { share, type AnalysedQuestion } from './asked.ts';
import type { PlacedUnit } from './place.ts';
import { unitScore, type RankedUnit } from './rank-units.ts';
import type { UnitSource } from './unit.ts';

/** Minimum probabilities: for a unit to be an answer, and for its source to be close to the question. */
export const MAY_ANSWER = 0.4;
export const MAY_BE_CLOSE = 0.05;

/**
 * Features that predict whether a unit answers a question at all, each from 0 to 1. They use relative rarities, so that
 * they do not depend on the size of the index.
 */
export interface GateFeatures {
  /** Share of the subject that no source contains. */
  absent: number;
  /** Whether a name in a short question, such as `work_mem` or `--depth`, is in no source. */
  nameAbsent: number;
  /** Weight of the heaviest term of the subject that the passage, its path and its title lack. */
  heaviestMissing: number;
  /** Share of the subject in the passage, its path and its title. */
  passage: number;
  /** Share of the subject in the unit, its path and its title. */
  unit: number;
  /** Total weight of the subject's terms in the passage, its path and its title; 1 from `MOST_MASS`. */
  mass: number;
  /** Number of the subject's terms; 1 from `MANY_WORDS`. No passage contains most words of a long question. */
  long: number;
}

/** Features for a unit that the built-in model has compared with the question. */
export interface MeaningFeatures extends GateFeatures {
  /** Nearness of the unit to the question, as a cosine. */
  near: number;
  /** Nearness of the nearest unit of all. */
  nearest: number;
}

const SIGNED_NAME = /^[\p{L}\p{N}.]+_[\p{L}\p{N}_.]+$|^--[a-z][a-z-]{2,}$|^\p{L}+\.\p{L}[\p{L}\p{N}.]+$/u;
const MOST_MASS = 3;
const MANY_WORDS = 20;
// A longer question can mention names that it does not ask about.
const FEW_WORDS = 12;

/**
 * Learned by `node bench/answers/train-gate.ts` from questions of development sets, asked of their own documents and of
 * those of other sets.
 */
const CONSTANT = -1.3;
const WEIGHTS: Readonly<Record<keyof GateFeatures, number>> = {
  absent: -1.5,
  // Set by hand, here and below: the training sets other than manuals contain no such names.
  nameAbsent: -2,
  heaviestMissing: -1.6,
  passage: 1.25,
  unit: 1.3,
  mass: 2.9,
  long: 1.95,
};
const CONSTANT_BY_MEANING = -2.15;
const WEIGHTS_BY_MEANING: Readonly<Record<keyof MeaningFeatures, number>> = {
  absent: -1.3,
  nameAbsent: -2,
  heaviestMissing: -1.55,
  passage: 0.7,
  unit: 0.75,
  mass: 2.25,
  long: 1.95,
  near: 1.95,
  nearest: 1.85,
};

/** The data that all units of a question share. */
export interface Gate {
  asked: AnalysedQuestion;
  /** The terms of all ranked passages, with their paths and titles. */
  held: ReadonlySet<string>;
  /** The nearness of the nearest unit; undefined if the built-in model compared none. */
  nearest: number | undefined;
}

type GatedUnit = PlacedUnit & Pick<RankedUnit<UnitSource>, 'near'>;

export function gateOf(asked: AnalysedQuestion, units: readonly GatedUnit[]): Gate {
  const held = new Set<string>();
  for (const place of new Set(units.map((unit) => unit.place)))
    for (const terms of [place.around, place.above]) for (const term of terms) held.add(term);
  const known = units.flatMap(({ near }) => near ?? []);
  return { asked, held, nearest: known.length === 0 ? undefined : Math.max(...known) };
}

/** The probability that a unit answers the question. */
export function answerProbability(gate: Gate, unit: GatedUnit): number {
  const { near, nearest, ...features } = gateFeatures(gate, unit);
  const odds =
    near === undefined || nearest === undefined
      ? CONSTANT + unitScore(features, WEIGHTS)
      : CONSTANT_BY_MEANING + unitScore({ ...features, near, nearest }, WEIGHTS_BY_MEANING);
  return 1 / (1 + Math.exp(-odds - gate.asked.leeway));
}

export function gateFeatures(
  { asked: { key, identifiers }, held, nearest }: Gate,
  { has, place, near }: GatedUnit,
): GateFeatures & Partial<MeaningFeatures> {
  const isInPassage = (term: string) => place.around.has(term) || place.above.has(term);
  const weights = (wanted: (term: string) => boolean) =>
    Array.from(key, ([term, weight]) => (wanted(term) ? weight : 0));
  return {
    absent: 1 - share(key, (term) => held.has(term)),
    nameAbsent: key.size <= FEW_WORDS && identifiers.some((name) => SIGNED_NAME.test(name) && !held.has(name)) ? 1 : 0,
    heaviestMissing: Math.min(1, Math.max(0, ...weights((term) => !isInPassage(term)))),
    passage: share(key, isInPassage),
    unit: share(key, (term) => has.has(term) || place.above.has(term)),
    mass: Math.min(1, weights(isInPassage).reduce((sum, weight) => sum + weight, 0) / MOST_MASS),
    long: Math.min(1, key.size / MANY_WORDS),
    ...(near !== undefined && nearest !== undefined && { near, nearest }),
  };
}
