import type { SourcePassage } from '../sentence-selection/source.ts';
import type { Unit } from './unit.ts';
import { termsOf } from '../text/terms.ts';

/** The position of a unit, with its terms. */
export interface UnitPlace {
  passage: SourcePassage;
  /** The title of the source. */
  title: string;
  /** Rank of the passage among all passages, from 0. */
  rank: number;
  /** Terms of the title and of the path. */
  above: ReadonlySet<string>;
  titleTerms: ReadonlySet<string>;
  /** The innermost heading or term above the unit; the title if there is none. */
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

/** The terms of a title, without the number of a chapter (`9.2. Types`) or of a manual section (`git-fetch(1)`). */
export function nameTerms(title: string): Set<string> {
  const name = title.replace(NUMBERING, '').replace(MANUAL_SECTION, '');
  return new Set(termsOf(name === '' ? title : name).terms);
}

/** A unit with its position and its terms. */
export interface PlacedUnit<S = unknown> {
  unit: Unit;
  place: UnitPlace;
  source: S;
  /** The unit's terms in order, with repetitions. */
  terms: readonly string[];
  has: ReadonlySet<string>;
}

export function placed<S>(unit: Unit, place: UnitPlace, source: S): PlacedUnit<S> {
  const { terms } = termsOf(unit.text);
  return { unit, place, source, terms, has: new Set(terms) };
}
