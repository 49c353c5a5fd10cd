import { answerProbability, gateOf } from '../answer-units/gate.ts';
import { share, type AnalysedQuestion } from '../answer-units/asked.ts';
import { nameFit, placeOf, type PlacedUnit } from '../answer-units/place.ts';
import type { UnitSource } from '../answer-units/units/unit.ts';
import type { SourcePassage } from '../page-text/source.ts';
import { unitFeatures } from '../answer-units/unit-features.ts';
import { embeddedUnit } from '../answer-units/rank-by-meaning.ts';
import type { Nearness } from '../embeddings/nearness.ts';
import { termsOf } from '../text/terms.ts';
import { saysAspect } from '../answer-units/aspects.ts';
import { bestParts } from './best-parts.ts';
import { excerptsOf, type Excerpt } from './excerpts-of.ts';
import { isComplete } from './is-complete.ts';

export interface RankedExcerpt<S extends UnitSource> extends PlacedUnit<S> {
  excerpt: Excerpt;
  /** Comparable within one question only. */
  score: number;
  /** Cosine with the question; undefined if no model has compared it. */
  near: number | undefined;
  /** The probability that it answers, by the gate of units. */
  probability: number;
}

// Passages beyond this number, best first, are not read.
const PASSAGES = 40;
// The model takes some milliseconds for each.
const COMPARED = 40;

/** Weights set by reading reports over the development corpora; those of words alone are the rest. */
const WEIGHTS = {
  near: 9,
  passage: 4,
  subject: 3,
  entry: 3,
  title: 1.5,
  command: 1.6,
  instructs: 1.3,
  aspect: 1.5,
  later: -0.5,
  page: 0.7,
  list: 1.5,
  otherEntry: -0.7,
  otherCode: -1,
};

/** What the words and the place of an excerpt say of it, before meaning. */
interface Placed<S extends UnitSource> extends PlacedUnit<S> {
  excerpt: Excerpt;
  byWords: number;
}

/** All excerpts of the best passages, best first. */
export async function rankExcerpts<S extends UnitSource>(
  asked: AnalysedQuestion,
  sources: readonly S[],
  nearness: Nearness | undefined,
): Promise<RankedExcerpt<S>[]> {
  const placed = placedExcerpts(asked, sources).toSorted((one, other) => other.byWords - one.byWords);
  const compared = placed.slice(0, COMPARED);
  const [cosines] = (await nearness?.ofEach([asked.text], compared.map(embeddedUnit))) ?? [];
  const known = compared.map((one, place) => ({ ...one, near: cosines?.[place] }));
  const gate = gateOf(
    asked,
    known.map((one) => ({ ...one, near: nearness?.isOfBuiltIn ? one.near : undefined })),
  );
  return known
    .map((one) => ({
      ...one,
      score: one.byWords + WEIGHTS.near * (one.near ?? 0),
      probability: answerProbability(gate, nearness?.isOfBuiltIn ? one : { ...one, near: undefined }),
    }))
    .toSorted((one, other) => other.score - one.score);
}

function placedExcerpts<S extends UnitSource>(asked: AnalysedQuestion, sources: readonly S[]): Placed<S>[] {
  const parts = bestParts(sources, PASSAGES);
  const seen = new Set<string>();
  const pages = pageScores(parts);
  return parts.flatMap(({ source, part }, rank) => {
    const place = placeOf(part, source.title, rank);
    return excerptsOf(part.markdown)
      .filter((excerpt) => isComplete(excerpt) && !seen.has(excerpt.text))
      .map((excerpt) => {
        seen.add(excerpt.text);
        const { terms } = termsOf(excerpt.text);
        const unit = { ...excerpt.units[0], text: excerpt.text } as PlacedUnit['unit'];
        const one: PlacedUnit<S> = { unit, place, source, terms, has: new Set(terms) };
        return { ...one, excerpt, byWords: byWords(asked, one, excerpt) + WEIGHTS.page * (pages.get(source) ?? 0) };
      });
  });
}

/** The sum of the scores of each source's passages, relative to the greatest: a page about the subject has several. */
function pageScores<S extends UnitSource>(parts: ReadonlyArray<{ source: S; part: SourcePassage }>): Map<S, number> {
  const sums = new Map<S, number>();
  for (const { source, part } of parts) sums.set(source, (sums.get(source) ?? 0) + part.score);
  const most = Math.max(...sums.values(), Number.EPSILON);
  return new Map(Array.from(sums, ([source, sum]) => [source, sum / most]));
}

/** The name of a setting, an option or a function that an entry describes. */
const ENTRY_NAME = /^-|[_.=<]|\w\(\)/;

/** Whether an excerpt is of the entry of a name that the question does not ask for. */
function isOfOtherEntry({ identifiers, words }: AnalysedQuestion, { unit, place }: PlacedUnit): boolean {
  const own = unit.term ?? place.own;
  const [name = ''] = own.split(/[\s,[(]/);
  return ENTRY_NAME.test(name) && !identifiers.includes(name.toLowerCase()) && !words.has(name.toLowerCase());
}

function byWords(asked: AnalysedQuestion, one: PlacedUnit, { units, beginsBlock }: Excerpt): number {
  const { place, has } = one;
  const features = units.map((unit) => unitFeatures(asked, { ...one, unit }, []));
  const most = (name: 'opensEntry' | 'command' | 'instructs' | 'list') => Math.max(...features.map((own) => own[name]));
  return (
    WEIGHTS.passage * place.passage.score +
    WEIGHTS.subject * share(asked.key, (term) => has.has(term) || place.above.has(term)) +
    WEIGHTS.entry * most('opensEntry') +
    WEIGHTS.title * nameFit(asked, place.title) +
    WEIGHTS.command * most('command') +
    WEIGHTS.instructs * most('instructs') +
    WEIGHTS.list * most('list') +
    (isOfOtherEntry(asked, one) ? WEIGHTS.otherEntry : 0) +
    (units.some(({ kind }) => kind === 'code') && !asked.kind.howTo && !asked.kind.example ? WEIGHTS.otherCode : 0) +
    (saysAspect(asked.text, one.unit.text) === false ? -WEIGHTS.aspect : 0) +
    (beginsBlock ? 0 : WEIGHTS.later)
  );
}
