import type { SourcePassage } from '../page-text/source.ts';
import type { Unit } from './units/unit.ts';
import { termsOf } from '../text/terms.ts';
import { wordsOf } from '../text/words.ts';
import { share, type AnalysedQuestion } from './asked.ts';

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
  /** Terms of the title, of the path and of the passage in order, with repetitions. */
  sequence: readonly string[];
}

export function placeOf(passage: SourcePassage, title: string, rank: number): UnitPlace {
  const own = passage.path.at(-1) ?? title;
  const titleTerms = nameTerms(title);
  const above = [title, ...passage.path].flatMap((heading) => termsOf(heading).terms);
  const around = termsOf(passage.markdown).terms;
  return {
    passage,
    title,
    rank,
    titleTerms,
    above: new Set(above),
    own,
    ownTerms: new Set(termsOf(own).terms),
    around: new Set(around),
    sequence: [...above, ...around],
  };
}

/** The heading below which a reference page describes what it is about. */
export const DESCRIPTION =
  /^(?:description|overview|introduction|summary|beschreibung|überblick|einführung|概要|説明)$/i;

const NUMBERING = /^(?:(?:chapter|section|appendix|part)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.?\s+(?=\S)/i;
const MANUAL_SECTION = /\s*\(\d\w{0,2}\)$/;

/** The terms of a title, without the number of a chapter (`9.2. Types`) or of a manual section (`git-fetch(1)`). */
export function nameTerms(title: string): Set<string> {
  const name = title.replace(NUMBERING, '').replace(MANUAL_SECTION, '');
  return new Set(termsOf(name === '' ? title : name).terms);
}

const LEAST_FIT = 0.75;

/** Whether an entry with this path has the name that a question asks about. */
export function isEntryOf(asked: AnalysedQuestion, path: readonly string[]): boolean {
  return nameFit(asked, path.at(-1) ?? '') >= LEAST_FIT;
}

/** A type or an abbreviation after a name: `fsync (boolean)`, `Write-Ahead Logging (WAL)`. */
const IN_PARENTHESES = /^([^()]+)\(([^()]+)\)$/;

/** How far a name is that of the question's subject: the share of the subject in it, and its share in the question. */
export function nameFit(asked: AnalysedQuestion, name: string): number {
  const [, before, inside] = IN_PARENTHESES.exec(name.trim()) ?? [];
  return Math.max(...[name, before, inside].map((one) => (one === undefined ? 0 : fitOf(asked, one))));
}

// For what a name says beside the subject: `Use COPY`, and for another form of it: `truncatable`.
const BESIDE = 0.4;
const OTHER_FORM = 0.8;

function fitOf({ key, terms, generic, words }: AnalysedQuestion, name: string): number {
  const all = [...nameTerms(name)];
  const telling = all.filter((term) => !generic.has(term));
  if (telling.length === 0) return 0;
  const inQuestion = telling.filter((term) => terms.has(term)).length / telling.length;
  const alone = 1 - BESIDE * (1 - telling.length / all.length);
  const isSameForm = wordsOf(name).some((word) => words.has(word));
  return inQuestion * alone * (isSameForm ? 1 : OTHER_FORM) * share(key, (term) => telling.includes(term));
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
