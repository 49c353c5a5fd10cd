import type { SourcePassage } from '../sentence-selection/source.ts';
import type { Unit } from './unit.ts';
import { termsOf } from '../text/terms.ts';

/** Where a unit stands, with the terms of that place. */
export interface UnitPlace {
  passage: SourcePassage;
  /** Of the source. */
  title: string;
  /** Rank of the passage among all that were found, from 0. */
  rank: number;
  /** Terms of the title and of the path. */
  above: ReadonlySet<string>;
  titleTerms: ReadonlySet<string>;
  /** The last heading or term above it. */
  own: string;
  ownTerms: ReadonlySet<string>;
  /** Terms of the whole passage. */
  around: ReadonlySet<string>;
}

export function placeOf(passage: SourcePassage, title: string, rank: number): UnitPlace {
  const own = passage.path.at(-1) ?? title;
  const titleTerms = nameTerms(title);
  return {
    passage,
    title,
    rank,
    titleTerms,
    above: new Set([...termsOf(title).terms, ...termsOf(passage.path.join(' . ')).terms]),
    own,
    ownTerms: new Set(termsOf(own).terms),
    around: new Set(termsOf(passage.markdown).terms),
  };
}

const NUMBERING = /^(?:(?:chapter|section|appendix|part)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.?\s+(?=\S)/i;
const MANUAL_SECTION = /\s*\(\d\w{0,2}\)$/;

/** The terms of a title without the number of a chapter and that of a manual's section: `git-fetch(1)`, `9.2. Types`. */
export function nameTerms(title: string): Set<string> {
  const name = title.replace(NUMBERING, '').replace(MANUAL_SECTION, '');
  return new Set(termsOf(name === '' ? title : name).terms);
}

/** A unit with its place and its terms. */
export interface PlacedUnit<S = unknown> {
  unit: Unit;
  place: UnitPlace;
  source: S;
  /** In order, repetitions kept. */
  terms: readonly string[];
  has: ReadonlySet<string>;
}

export function placed<S>(unit: Unit, place: UnitPlace, source: S): PlacedUnit<S> {
  const { terms } = termsOf(unit.text);
  return { unit, place, source, terms, has: new Set(terms) };
}
