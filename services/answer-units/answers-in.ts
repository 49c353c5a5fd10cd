import type { Nearness } from '../embeddings/nearness.ts';
import type { Source } from '../page-text/source.ts';
import { termsOf } from '../text/terms.ts';
import { askedOf, type AnalysedQuestion, type Rarity } from './asked.ts';
import { chooseUnits } from './choose-units.ts';
import { withoutRepeatedLine } from './described-pages.ts';
import { answerProbability, gateOf, MAY_ANSWER, MAY_BE_CLOSE } from './gate.ts';
import { rankByMeaning } from './rank-by-meaning.ts';
import { rankUnits, type RankedUnit } from './rank-units.ts';
import type { UnitSource } from './units/unit.ts';

export interface Answers<S extends Source = Source> {
  asked: AnalysedQuestion;
  /** The units that form the answer, best first; empty if nothing answers. */
  units: RankedUnit<WithParts<S>>[];
  /** Other units that may answer, best first. */
  further: RankedUnit<WithParts<S>>[];
  /** The sources that may answer: those of `units` in the given order, then the others, best first. */
  sources: S[];
  /** The sources close to the question, best first; only if none answers. */
  close: S[];
}

type WithParts<S extends Source> = S & { parts: NonNullable<Source['parts']> };

/** Optional measures for comparing a question with texts. */
export interface UnitMeasures {
  /** Rarity of a term in the index. Absent: estimated from the sources. */
  rarity?: Rarity | undefined;
  /** Nearness in meaning. Absent: texts are compared by words alone. */
  nearness?: Nearness | undefined;
  /** Number of words that the answer is to have, where as many units are likely; absent: as few as answer. */
  words?: number | undefined;
}

/** Finds the parts of the sources that answer a question. */
export async function answersIn<S extends Source>(
  question: string,
  given: readonly S[],
  by: UnitMeasures = {},
): Promise<Answers<S>> {
  const sources = given.map((source) => ({ ...source, parts: source.parts ?? partsOf(source) }));
  const asked = askedOf(question, by.rarity ?? rarityIn(sources));
  const byWords = rankUnits(asked, sources);
  const ranked = by.nearness ? await rankByMeaning(question, byWords, by.nearness) : byWords;
  const gate = gateOf(asked, [...ranked, ...byWords]);
  const admitted = (least: number) =>
    bestOfEach([...ranked, ...byWords])
      .filter((unit) => answerProbability(gate, unit) >= least)
      .map(({ source }) => source);
  const chosen = chooseUnits(asked, ranked, by.words);
  const [first] = chosen;
  if (!first || answerProbability(gate, first) < MAY_ANSWER)
    return { asked, units: [], further: [], sources: [], close: admitted(MAY_BE_CLOSE) };
  const units = withoutRepeatedLine(chosen);
  const named = new Set(units.map(({ source }) => source.url));
  const others = admitted(MAY_ANSWER).filter(({ url }) => !named.has(url));
  return {
    asked,
    units,
    further: ranked.filter((unit) => !chosen.includes(unit) && answerProbability(gate, unit) >= MAY_ANSWER),
    sources: [...given.filter(({ url }) => named.has(url)), ...others],
    close: [],
  };
}

/** Parts for a source that has only plain-text passages. */
function partsOf({ passages, score = 1 }: Source): NonNullable<Source['parts']> {
  return passages.map((markdown) => ({ markdown, path: [], score }));
}

/** The best unit of each source, best first. */
function bestOfEach<S extends UnitSource & { url: string }>(ranked: readonly RankedUnit<S>[]): RankedUnit<S>[] {
  const best = new Map<string, RankedUnit<S>>();
  for (const unit of ranked) if (!best.has(unit.source.url)) best.set(unit.source.url, unit);
  return [...best.values()];
}

/** Estimates the rarity of a term by the number of the sources' passages that contain it. */
function rarityIn(sources: ReadonlyArray<WithParts<Source>>): Rarity {
  const passages = sources.flatMap(({ title, parts }) =>
    parts.map(({ markdown, path }) => new Set(termsOf([title, ...path, markdown].join('\n')).terms)),
  );
  const all = Math.log(1 + (passages.length + 0.5) / 0.5);
  return (term) => {
    const having = passages.filter((terms) => terms.has(term)).length;
    return Math.log(1 + (passages.length - having + 0.5) / (having + 0.5)) / all;
  };
}
