import { holdsNumberedName, type NumberedName } from '../text/numbered-names.ts';
import { adjacentTerms, share, type AnalysedQuestion } from './asked.ts';
import type { PlacedUnit, UnitPlace } from './place.ts';
import { unitScore, type RankedUnit } from './rank-units.ts';
import type { UnitSource } from './units/unit.ts';

/** Minimum probabilities: for a unit to be an answer, and for its source to be close to the question. */
export const MAY_ANSWER = 0.37;
export const MAY_BE_CLOSE = 0.05;

/**
 * Features that predict whether a unit answers a question at all, each from 0 to 1. They use relative rarities, so that
 * they do not depend on the size of the index.
 */
export interface GateFeatures {
  /** Share of the subject that no source contains. */
  absent: number;
  /** Whether a name or a year in a short question, such as `work_mem`, `--depth` or `1951`, is in no source. */
  nameAbsent: number;
  /** Weight of the heaviest product in a short question, such as `GitHub`, that the passage, its path and its title lack. */
  productMissing: number;
  /** Whether a short question names a version, such as `PostgreSQL 17`, that no source mentions. */
  versionAbsent: number;
  /** Weight of the heaviest term of the subject that the passage, its path and its title lack. */
  heaviestMissing: number;
  /** Share of the subject in the passage, its path and its title. */
  passage: number;
  /** Share of the subject in the unit, its path and its title. */
  unit: number;
  /** Share of the question's adjacent terms that are adjacent nowhere in the passage, its path and its title. */
  apart: number;
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
const YEAR = /^\d{4}$/;
const isName = (term: string) => SIGNED_NAME.test(term) || YEAR.test(term);
const MOST_MASS = 3;
const MANY_WORDS = 20;
// A longer question can mention names that it does not ask about.
const FEW_WORDS = 12;

/**
 * Learned by `node bench/answers/train-gate.ts` from questions of development sets, asked of their own documents and of
 * those of other sets.
 */
const CONSTANT = -0.35;
const WEIGHTS: Readonly<Record<keyof GateFeatures, number>> = {
  absent: -1.5,
  // The next three are set by hand, here and below: the training sets other than manuals contain few such names.
  nameAbsent: -2,
  productMissing: -2,
  versionAbsent: -3,
  heaviestMissing: -1.05,
  passage: 1.1,
  unit: 1.45,
  apart: -1.2,
  mass: 2.8,
  long: 1.55,
};
const CONSTANT_BY_MEANING = -1.25;
const WEIGHTS_BY_MEANING: Readonly<Record<keyof MeaningFeatures, number>> = {
  absent: -1.35,
  nameAbsent: -2,
  productMissing: -2,
  versionAbsent: -3,
  heaviestMissing: -1.05,
  passage: 0.7,
  unit: 0.6,
  apart: -1,
  mass: 2.1,
  long: 1.3,
  near: 2,
  nearest: 1.95,
};

/** The data that all units of a question share. */
export interface Gate {
  asked: AnalysedQuestion;
  /** The terms of all ranked passages, with their paths and titles. */
  held: ReadonlySet<string>;
  /** The adjacent terms of a passage, its path and its title; each passage is read once. */
  besideIn(place: UnitPlace): ReadonlySet<string>;
  /** Whether a version that the question names is in none of them. */
  isVersionAbsent: boolean;
  /** The nearness of the nearest unit; undefined if the built-in model compared none. */
  nearest: number | undefined;
}

type GatedUnit = PlacedUnit & Pick<RankedUnit<UnitSource>, 'near'>;

export function gateOf(asked: AnalysedQuestion, units: readonly GatedUnit[]): Gate {
  const places = new Set(units.map((unit) => unit.place));
  const held = new Set<string>();
  for (const { around, above } of places) for (const terms of [around, above]) for (const term of terms) held.add(term);
  const known = units.flatMap(({ near }) => near ?? []);
  return {
    asked,
    held,
    besideIn: besideEach(asked),
    isVersionAbsent: asked.numbered.some((one) => !places.values().some((place) => holdsVersion(place, one))),
    nearest: known.length === 0 ? undefined : Math.max(...known),
  };
}

function besideEach(asked: AnalysedQuestion): Gate['besideIn'] {
  const known = new Map<UnitPlace, ReadonlySet<string>>();
  return (place) => {
    const beside = known.get(place) ?? adjacentTerms(asked, place.sequence);
    known.set(place, beside);
    return beside;
  };
}

const holdsVersion = ({ title, passage: { path, markdown } }: UnitPlace, numbered: NumberedName) =>
  [title, ...path, markdown].some((text) => holdsNumberedName(text, numbered));

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
  { asked, held, besideIn, isVersionAbsent, nearest }: Gate,
  { has, place, near }: GatedUnit,
): GateFeatures & Partial<MeaningFeatures> {
  const { key, identifiers, products } = asked;
  const isShort = key.size <= FEW_WORDS;
  const isInPassage = (term: string) => place.around.has(term) || place.above.has(term);
  const weights = (wanted: (term: string) => boolean) =>
    Array.from(key, ([term, weight]) => (wanted(term) ? weight : 0));
  return {
    absent: 1 - share(key, (term) => held.has(term)),
    nameAbsent: isShort && [...identifiers, ...key.keys()].some((name) => isName(name) && !held.has(name)) ? 1 : 0,
    productMissing: isShort
      ? Math.max(0, ...products.map((term) => (isInPassage(term) ? 0 : (key.get(term) ?? 0))))
      : 0,
    versionAbsent: isShort && isVersionAbsent ? 1 : 0,
    heaviestMissing: Math.min(1, Math.max(0, ...weights((term) => !isInPassage(term)))),
    passage: share(key, isInPassage),
    unit: share(key, (term) => has.has(term) || place.above.has(term)),
    apart: shareApart(asked, besideIn(place)),
    mass: Math.min(1, weights(isInPassage).reduce((sum, weight) => sum + weight, 0) / MOST_MASS),
    long: Math.min(1, key.size / MANY_WORDS),
    ...(near !== undefined && nearest !== undefined && { near, nearest }),
  };
}

function shareApart({ pairs }: AnalysedQuestion, beside: ReadonlySet<string>): number {
  if (pairs.length === 0) return 0;
  return pairs.filter(([first, second]) => !beside.has(`${first} ${second}`)).length / pairs.length;
}
