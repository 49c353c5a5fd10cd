import { asksMeaning } from '../../answer-units/languages/question-kind.ts';
import type { AnalysedQuestion } from '../../answer-units/asked.ts';
import { namedAspect } from '../../answer-units/aspects.ts';
import { describes } from '../../answer-units/described-pages.ts';
import { alike } from '../../answer-units/sayable.ts';
import { MAY_ANSWER } from '../../answer-units/gate.ts';
import type { RankedUnit } from '../../answer-units/rank-units.ts';
import { asksToExplain } from '../../excerpts/asks-to-explain.ts';
import { chooseExcerpts } from '../../excerpts/choose-excerpts.ts';
import { rankExcerpts } from '../../excerpts/rank-excerpts.ts';
import type { Nearness } from '../../embeddings/nearness.ts';
import type { EvidenceSource } from '../evidence/read-evidence.ts';

const MOST_ALIKE = 0.8;

/** A unit and its source. */
export type Found = Pick<RankedUnit<EvidenceSource>, 'unit' | 'source'>;

interface Explaining {
  nearness?: Nearness | undefined;
  /** The texts of earlier sections, which are not said again. */
  said?: ReadonlySet<string>;
  /** How many passages may explain; absent: one. */
  excerpts?: number;
}

interface ToExplain {
  sources: readonly EvidenceSource[];
  /** What answers in short. */
  units: ReadonlyArray<RankedUnit<EvidenceSource>>;
}

/**
 * For a question that wants something explained: prose of the sources with the lists and the code that it introduces.
 * None where a list or a table that answers is nearer to the question.
 */
export async function explain(
  asked: AnalysedQuestion,
  { sources, units }: ToExplain,
  by: Explaining,
): Promise<Found[]> {
  if (!asksToExplain(asked.text, asked.kind)) return [];
  const ranked = await rankExcerpts(asked, sources, by.nearness);
  const [best] = ranked;
  const [first] = units;
  const isListed = first?.features.list === 1 && (first.unit.kind === 'list' || first.unit.kind === 'table');
  // A list that counts as one for such a question announces what it asks for.
  const isAnnounced = isListed && namedAspect(asked.text) !== undefined;
  if (isAnnounced || (isListed && (first.near ?? 0) >= (best?.near ?? 0))) return [];
  const fresh = ranked.filter(({ excerpt }) => !excerpt.units.some(({ text }) => by.said?.has(text)));
  const chosen = chooseExcerpts(fresh, { least: MAY_ANSWER, most: by.excerpts ?? 1 });
  // What answers a question for a meaning in short leads, and what explains it follows.
  const opening =
    first && asksMeaning(asked.kind) && first.unit.kind !== 'code'
      ? [first, ...units.filter((unit) => describes(unit, first))]
      : [];
  return [
    ...opening,
    ...chosen
      .filter((one) => !opening.some((other) => alike(one, other) >= MOST_ALIKE))
      .flatMap(({ excerpt, source }) => excerpt.units.map((unit) => ({ unit, source }))),
  ];
}
