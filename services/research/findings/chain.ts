import { answerTypeOf, hasAnswerOf } from '../../query/answer-type.ts';
import type { UnitMeasures } from '../../answer-units/answers-in.ts';
import { share, type AnalysedQuestion } from '../../answer-units/asked.ts';
import { isSayable } from '../../answer-units/sayable.ts';
import { rankUnits } from '../../answer-units/rank-units.ts';
import type { EvidenceSource } from '../evidence/read-evidence.ts';
import {
  chainUnits,
  firstHops,
  hopsFrom,
  isAt,
  openShare,
  openTerms,
  shareOf,
  type ChainUnits,
  type ChainHop,
  type SourceUnit,
} from './hops.ts';

const PASSAGES = 40;
// Of the units that chains may go on with. Each takes the model some milliseconds.
const COMPARED = 64;
const CONTINUED = 3;
// Less of a question that a chain leaves open is no further question.
const LEAST_OPEN = 0.25;
const LEAST_FOUND = 0.25;
const LEAST_NEAR = 0.3;
// Share of the question that a third unit must add.
const LEAST_ADDED = 0.3;
// A further hop is told by its meaning and by its kind of answer more than by the few words that are left open.
const OF_MEANING = 2;
const OF_TYPE = 0.3;
// Two chains that begin alike and differ less are equally likely.
const AS_LIKELY = 0.3;

interface Chain {
  units: SourceUnit[];
  score: number;
}

/**
 * Two or three units that answer a question of several hops together: each repeats a name that the one before gives, and
 * covers part of the question. Where two are as likely to be the second, both are told. Undefined where one unit covers
 * everything, or none follows.
 */
export async function findChain(
  asked: AnalysedQuestion,
  sources: readonly EvidenceSource[],
  { nearness }: UnitMeasures,
): Promise<SourceUnit[] | undefined> {
  const among = chainUnits(rankUnits(asked, sources, PASSAGES).filter((unit) => isSentence(unit) && isSayable(unit)));
  const firsts = firstHops(asked, among).map((unit) => [unit]);
  if (firsts.some((chain) => openShare(asked, chain) < LEAST_OPEN)) return undefined;
  const chains = await continued(asked, firsts, { among, nearness });
  const [best] = chains;
  if (!best) return undefined;
  const open = chains.slice(0, CONTINUED).map(({ units: chain }) => chain);
  const [longer] = await continued(
    asked,
    open.filter((chain) => openShare(asked, chain) >= LEAST_OPEN),
    { among, nearness },
  );
  if (longer && lastAdds(asked, longer.units) >= LEAST_ADDED) return longer.units;
  return [...best.units, ...asLikely(best, chains)];
}

const isSentence = ({ unit }: SourceUnit) => unit.kind === 'sentence' || unit.kind === 'item' || unit.kind === 'row';

function lastAdds({ key }: AnalysedQuestion, units: readonly SourceUnit[]): number {
  const last = units.at(-1);
  const before = units.slice(0, -1);
  return last ? share(key, (term) => isAt(last, term) && !before.some((unit) => isAt(unit, term))) : 0;
}

function asLikely({ units: [first, second], score }: Chain, chains: readonly Chain[]): SourceUnit[] {
  const other = chains.find(
    (chain) => chain.units[0] === first && chain.units[1] !== second && chain.score > score - AS_LIKELY,
  );
  return other?.units.slice(1) ?? [];
}

/** Each chain with each unit that may follow, best first. */
async function continued(
  asked: AnalysedQuestion,
  chains: ReadonlyArray<readonly SourceUnit[]>,
  { among, nearness }: { among: ChainUnits } & Pick<UnitMeasures, 'nearness'>,
): Promise<Chain[]> {
  const hops = chains.flatMap((chain) => hopsFrom(asked, chain, among));
  const compared = [...new Set(hops.flatMap(({ next }) => next))].slice(0, COMPARED);
  const cosines = await nearness?.ofEach(
    hops.map(({ query }) => query),
    compared.map(({ place, unit }) => `${place.title}: ${unit.text}`),
  );
  return hops
    .flatMap((hop, index) =>
      hop.next.flatMap((unit) => longerBy(unit, asked, hop, cosines?.[index]?.[compared.indexOf(unit)] ?? 0)),
    )
    .toSorted((one, other) => other.score - one.score);
}

function longerBy(unit: SourceUnit, asked: AnalysedQuestion, { chain, bridge }: ChainHop, near: number): Chain[] {
  const found = shareOf(openTerms(asked, chain), (term) => isAt(unit, term));
  if (found < LEAST_FOUND && near < LEAST_NEAR) return [];
  const units = [...chain, unit];
  const covered = share(asked.key, (term) => units.some((one) => isAt(one, term)));
  const answers = hasAnswerOf(answerTypeOf(asked.text), unit.unit.text, `${asked.text} ${bridge}`);
  return [{ units, score: covered + OF_MEANING * near + (answers ? OF_TYPE : 0) }];
}
