import { namesIn } from '../../text/names.ts';
import { termsOf } from '../../text/terms.ts';
import { wordsOf } from '../../text/words.ts';
import { share, type AnalysedQuestion } from '../../answer-units/asked.ts';
import type { RankedUnit } from '../../answer-units/rank-units.ts';
import type { EvidenceSource } from '../evidence/read-evidence.ts';

export type SourceUnit = RankedUnit<EvidenceSource>;

/** A chain of units, a name that its last unit gives, and the units that repeat the name. */
export interface ChainHop {
  chain: readonly SourceUnit[];
  /** In lower case. */
  bridge: string;
  /** The words of the question that the chain leaves open, with the bridge. */
  query: string;
  /** Those that cover most of the open words first. */
  next: SourceUnit[];
}

const FIRST_HOPS = 3;
const MOST_BRIDGES = 5;
const MOST_OF_BRIDGE = 16;
// Among units that share as much with the question, the opening of a page tells what its subject is.
const OF_OPENING = 0.1;

/** The units of which chains are made. */
export interface ChainUnits {
  units: readonly SourceUnit[];
  /** Whether a unit or the title of its page contains a name in lower case. */
  holds(unit: SourceUnit, name: string): boolean;
}

/** The end of a word is free: `Somali` is in `Somalia`. */
export function chainUnits(units: readonly SourceUnit[]): ChainUnits {
  const words = new Map(
    units.map((one) => [one, ` ${wordsOf(`${one.place.title} ${one.unit.text}`).join(' ')}`] as const),
  );
  return { units, holds: (unit, name) => words.get(unit)?.includes(` ${name}`) ?? false };
}

/** The units that a question of several hops may begin with: for each name of the question, those that cover most of it. */
export function firstHops(asked: AnalysedQuestion, { units, holds }: ChainUnits): SourceUnit[] {
  const value = (unit: SourceUnit) => share(asked.key, (term) => isAt(unit, term)) + (opens(unit) ? OF_OPENING : 0);
  const best = namesIn(asked.text).flatMap((words) =>
    units
      .filter((unit) => holds(unit, words.join(' ')))
      .toSorted((one, other) => value(other) - value(one))
      .slice(0, FIRST_HOPS),
  );
  return [...new Set(best)];
}

const opens = ({ unit }: SourceUnit) => unit.block === 0 && unit.place === 0;

/** The hops on which a chain can go on. */
export function hopsFrom(
  asked: AnalysedQuestion,
  chain: readonly SourceUnit[],
  { units, holds }: ChainUnits,
): ChainHop[] {
  const last = chain.at(-1);
  if (!last) return [];
  const open = openTerms(asked, chain);
  const known = [asked.text, ...chain.slice(0, -1).map(({ unit }) => unit.text)].join('\n');
  return bridgesOf(last, known).map((bridge) => ({
    chain,
    bridge,
    query: `${openWords(asked.text, open)} ${bridge}`,
    next: units
      .filter((unit) => chain.every(({ place }) => place !== unit.place) && holds(unit, bridge))
      .map((unit) => ({ unit, found: share(open, (term) => isAt(unit, term)) }))
      .toSorted((one, other) => other.found - one.found)
      .slice(0, MOST_OF_BRIDGE)
      .map(({ unit }) => unit),
  }));
}

/** `French-held Kassel`: the first word is no part of the name. */
const COMPOUND = /(?<=\p{L})-(?=\p{Ll}{1,30}\s)/gu;

/** Names that a unit or its page gives beside those that are known, in lower case. */
function bridgesOf({ unit, place }: SourceUnit, known: string): string[] {
  const names = [unit.text, place.title]
    .flatMap((text) => namesIn(text.replaceAll(COMPOUND, ' ')))
    .flatMap((words) => [words, words.slice(words.lastIndexOf('of') + 1)])
    .map((words) => words.join(' '));
  const before = known.toLowerCase();
  return [...new Set(names)].filter((name) => !before.includes(name)).slice(0, MOST_BRIDGES);
}

export const isAt = ({ has, place }: SourceUnit, term: string) => has.has(term) || place.above.has(term);

/** The terms of the question that no unit of the chain has. */
export const openTerms = ({ key }: AnalysedQuestion, chain: readonly SourceUnit[]): Map<string, number> =>
  new Map([...key].filter(([term]) => !chain.some((unit) => isAt(unit, term))));

/** The share of the question that the chain leaves open. */
export const openShare = (asked: AnalysedQuestion, chain: readonly SourceUnit[]): number =>
  shareOf(asked.key, (term) => !chain.some((unit) => isAt(unit, term)));

/** By weight or by number: where the words of a further hop are frequent ones, their weight is small. */
export function shareOf(wanted: ReadonlyMap<string, number>, has: (term: string) => boolean): number {
  return wanted.size === 0 ? 0 : Math.max(share(wanted, has), [...wanted.keys()].filter(has).length / wanted.size);
}

function openWords(question: string, open: ReadonlyMap<string, number>): string {
  return question
    .split(/\s+/)
    .filter((word) => {
      const { terms } = termsOf(word);
      return terms.length === 0 || terms.some((term) => open.has(term));
    })
    .join(' ');
}
