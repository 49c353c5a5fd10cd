import { namesIn } from '../../text/facts.ts';
import { termsOf } from '../../text/terms.ts';
import type { UnitMeasures } from '../../units/answers-in.ts';
import { share, type Asked } from '../../units/asked.ts';
import { rankUnits, type RankedUnit } from '../../units/rank-units.ts';
import type { EvidenceSource } from '../evidence/read-evidence.ts';

type SourceUnit = RankedUnit<EvidenceSource>;

const PASSAGES = 40;
// Each takes the model some milliseconds.
const COMPARED = 24;
const FIRST_HOPS = 3;
const MOST_BRIDGES = 6;
// Less of a question that one unit leaves open is no second question.
const LEAST_OPEN = 0.25;
const LEAST_FOUND = 0.25;
const LEAST_NEAR = 0.3;

// A second hop is told by its meaning and by its kind of answer more than by the few words that the first leaves.
const OF_MEANING = 2;
const OF_TYPE = 0.3;

interface Hop {
  unit: SourceUnit;
  score: number;
}

/**
 * The two units that answer a question of several hops together: the first one says what it can of what the question
 * names, the second one answers what that leaves open, of a name that the first one gives. Undefined if one unit alone
 * has the whole question, or none goes on from there.
 */
export async function findChain(
  asked: Asked,
  sources: readonly EvidenceSource[],
  { nearness }: UnitMeasures,
): Promise<SourceUnit[] | undefined> {
  const units = rankUnits(asked, sources, PASSAGES).filter(isSentence);
  const firsts = units
    .map((unit) => ({ unit, covered: share(asked.key, (term) => isAt(unit, term)) }))
    .toSorted((one, other) => other.covered - one.covered)
    .slice(0, FIRST_HOPS);
  if (firsts.some(({ unit }) => openShare(asked, unit) < LEAST_OPEN)) return undefined;
  let best: { chain: SourceUnit[]; score: number } | undefined;
  for (const { unit, covered } of firsts) {
    const second = await secondHop(asked, unit, units, nearness);
    const score = covered + (second?.score ?? 0);
    if (second && score > (best?.score ?? 0)) best = { chain: [unit, second.unit], score };
  }
  return best?.chain;
}

/** By weight or by number: where the words of the second hop are frequent ones, their weight is small. */
function openShare({ key }: Asked, unit: SourceUnit): number {
  const open = (term: string) => !isAt(unit, term);
  return Math.max(share(key, open), [...key.keys()].filter(open).length / key.size);
}

const isSentence = ({ unit }: SourceUnit) => unit.kind === 'sentence' || unit.kind === 'item' || unit.kind === 'row';
const isAt = ({ has, place }: SourceUnit, term: string) => has.has(term) || place.above.has(term);

async function secondHop(
  asked: Asked,
  first: SourceUnit,
  units: readonly SourceUnit[],
  nearness: UnitMeasures['nearness'],
): Promise<Hop | undefined> {
  const bridges = bridgesOf(first, asked.text);
  const open = new Map([...asked.key].filter(([term]) => !isAt(first, term)));
  const near = units
    .filter((unit) => unit.place !== first.place && bridges.some((name) => holds(unit, name)))
    .map((unit) => ({ unit, score: share(open, (term) => isAt(unit, term)) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, COMPARED);
  const cosines = await nearness?.of(
    [openWords(asked.text, open), ...bridges].join(' '),
    near.map(({ unit }) => `${unit.place.title}: ${unit.unit.text}`),
  );
  return near
    .map(({ unit, score }, place) => ({ unit, found: score, near: cosines?.[place] ?? 0 }))
    .filter(({ found, near: cosine }) => found >= LEAST_FOUND || cosine >= LEAST_NEAR)
    .map(({ unit, found, near: cosine }) => ({
      unit,
      score: found + OF_MEANING * cosine + OF_TYPE * unit.features.type,
    }))
    .toSorted((one, other) => other.score - one.score)[0];
}

/** Names that a unit or its page gives beside those of the question, in lower case. */
function bridgesOf({ unit, place }: SourceUnit, question: string): string[] {
  const asked = question.toLowerCase();
  const names = [unit.text, place.title].flatMap((text) => namesIn(text).map((words) => words.join(' ')));
  return [...new Set(names)].filter((name) => !asked.includes(name)).slice(0, MOST_BRIDGES);
}

const holds = ({ unit, place }: SourceUnit, name: string) =>
  ` ${place.title} ${unit.text} `.toLowerCase().includes(name);

/** The question without what the first unit has told. */
function openWords(question: string, open: ReadonlyMap<string, number>): string {
  return question
    .split(/\s+/)
    .filter((word) => {
      const { terms } = termsOf(word);
      return terms.length === 0 || terms.some((term) => open.has(term));
    })
    .join(' ');
}
