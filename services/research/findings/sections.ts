import { supports } from '../../grounding/grounding.ts';
import { comparedSides } from '../../query/compared-sides.ts';
import { namesByRelation } from '../../query/names-by-relation.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import type { AnalysedQuestion } from '../../answer-units/asked.ts';
import { answersIn, type UnitMeasures } from '../../answer-units/answers-in.ts';
import type { RankedUnit } from '../../answer-units/rank-units.ts';
import type { Unit } from '../../answer-units/units/unit.ts';
import { contrastIn } from '../../excerpts/contrast.ts';
import type { EvidenceSource } from '../evidence/read-evidence.ts';
import { findChain } from './chain.ts';
import { explain, type Found } from './explain.ts';
import { contradict } from './contradictions.ts';

/** A part of a source that answers. */
export interface Finding {
  unit: Unit;
  /** The sources that say it, its own first. */
  markers: number[];
}

/** What was found for one question. */
export interface Section {
  question: string;
  /** Best first. Findings that contradict each other are one group. */
  groups: Finding[][];
  /** Whether `groups` is what tells the two things apart that the question compares. */
  isContrast: boolean;
  /** What else answers, in the same order; for a report that asks for more. */
  further: Finding[];
  /** The sources that come nearest, where nothing answers. */
  close: EvidenceSource[];
}

const MOST_MARKERS = 3;
const MOST_CLOSE = 3;
const MOST_FURTHER = 10;

/** The measures of a section, and what is known of the report around it. */
export interface SectionMeasures extends UnitMeasures {
  /** The texts of earlier sections. */
  said?: ReadonlySet<string>;
  /** How many passages may explain; absent: one. */
  excerpts?: number;
  /** Whether it becomes a cell, which holds no paragraph. */
  isShort?: boolean;
}

/** The parts of the sources that answer a question, each with the sources that say the same. */
export async function findSection(
  question: string,
  sources: readonly EvidenceSource[],
  by: SectionMeasures,
): Promise<Section> {
  const { asked, units, further, close } = await answersIn(question, sources, by);
  const asFinding = findingIn(sources);
  const sides = comparedSides(question);
  const contrast = sides && (await contrastIn(asked, sides, sources, by.nearness));
  const groups = contrast
    ? [[asFinding(contrast)]]
    : (await foundFor(asked, { sources, units, further }, by)).map((group) => group.map(asFinding));
  const known = new Set(groups.flat().map(({ unit }) => unit.text));
  return {
    question,
    groups,
    isContrast: contrast !== undefined,
    further: further
      .filter(({ unit }) => !known.has(unit.text))
      .slice(0, MOST_FURTHER)
      .map(asFinding),
    close: sources.filter(({ url }) => close.some((one) => one.url === url)).slice(0, MOST_CLOSE),
  };
}

interface Answering {
  sources: readonly EvidenceSource[];
  /** What answers in short, and what else may. */
  units: ReadonlyArray<RankedUnit<EvidenceSource>>;
  further: ReadonlyArray<RankedUnit<EvidenceSource>>;
}

/** What explains, the chain of a question of several hops, or what answers in short with what contradicts it. */
async function foundFor(asked: AnalysedQuestion, found: Answering, by: SectionMeasures): Promise<Found[][]> {
  const { sources, units, further } = found;
  const chain = namesByRelation(asked.text) ? await findChain(asked, sources, by) : undefined;
  const explained = chain || by.isShort ? [] : await explain(asked, { sources, units }, by);
  if (explained.length > 0) return explained.map((unit) => [unit]);
  return (chain ?? units).map((unit) => [unit, ...contradicting(unit, further)]);
}

/** What other sources say of the same thing with another number or date. */
function contradicting(
  { unit, source }: RankedUnit<EvidenceSource>,
  others: ReadonlyArray<RankedUnit<EvidenceSource>>,
): Array<RankedUnit<EvidenceSource>> {
  const found = others.filter(
    (other) =>
      other.unit.kind === 'sentence' && other.source.url !== source.url && contradict(unit.text, other.unit.text),
  );
  return [...new Map(found.map((other) => [other.unit.text, other])).values()];
}

function findingIn(sources: readonly EvidenceSource[]): (found: Found) => Finding {
  const passages = sources.flatMap(({ id, parts }) => parts.map(({ markdown }) => ({ id, text: plainText(markdown) })));
  return ({ unit, source }) => {
    const saying = passages.filter(({ id, text }) => id !== source.id && supports(unit.text, text));
    return { unit, markers: [...new Set([source.id, ...saying.map(({ id }) => id)])].slice(0, MOST_MARKERS) };
  };
}

/**
 * What an earlier section says is not said again: a section with nothing else has what answers it next best, and without
 * that it repeats.
 */
export function withoutRepeats(sections: readonly Section[]): Section[] {
  const said = new Set<string>();
  const isFresh = ([first]: readonly Finding[]) => first !== undefined && !said.has(first.unit.text);
  return sections.map((section) => {
    const fresh = section.groups.filter(isFresh);
    const next = section.further
      .map((finding) => [finding])
      .filter(isFresh)
      .slice(0, 1);
    const groups = [fresh, next, section.groups].find((some) => some.length > 0) ?? [];
    for (const [first] of groups) if (first) said.add(first.unit.text);
    return { ...section, groups };
  });
}
