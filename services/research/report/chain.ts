import { namesIn } from '../../text/facts.ts';
import { share, type Asked } from '../../units/asked.ts';
import { rankUnits, type RankedUnit } from '../../units/rank-units.ts';
import type { EvidenceSource } from '../evidence/read-evidence.ts';

type SourceUnit = RankedUnit<EvidenceSource>;

interface Link {
  unit: SourceUnit;
  /** Terms of the question that it has, or that stand above it. */
  held: ReadonlySet<string>;
  /** Names of it and of its page that the question does not have. */
  names: ReadonlySet<string>;
}

const PASSAGES = 40;
// Pairs of them are compared.
const LINKS = 120;
const MOST_LINKS = 3;
// Share of the question that a further link has to add, and that a whole chain has to have.
const LEAST_ADDED = 0.15;
const LEAST_COVERED = 0.7;

/**
 * The units of sources that answer a question of several hops together: each has words of the question that the others lack, and
 * shares with one of them a name that the question does not have. Undefined if one unit alone has as much of it.
 */
export function findChain(asked: Asked, sources: readonly EvidenceSource[]): SourceUnit[] | undefined {
  const links = rankUnits(asked, sources, PASSAGES)
    .filter(({ unit }) => unit.kind === 'sentence' || unit.kind === 'item' || unit.kind === 'row')
    .slice(0, LINKS)
    .map((unit) => linkOf(asked, unit));
  const covered = (chain: readonly Link[]) => share(asked.key, (term) => chain.some(({ held }) => held.has(term)));
  const alone = Math.max(0, ...links.map((link) => covered([link])));
  let chain = bestPair(links, covered);
  while (chain.length > 1 && chain.length < MOST_LINKS) {
    const next = bestFurther(chain, links, covered);
    if (!next) break;
    chain = [...chain, next];
  }
  const isEnough = covered(chain) >= LEAST_COVERED && covered(chain) - alone >= LEAST_ADDED;
  return isEnough ? chain.map(({ unit }) => unit) : undefined;
}

function linkOf(asked: Asked, unit: SourceUnit): Link {
  const isHeld = (term: string) => unit.has.has(term) || unit.place.above.has(term);
  const names = [unit.place.title, unit.unit.text].flatMap(namesOf);
  return {
    unit,
    held: new Set([...asked.key.keys()].filter(isHeld)),
    names: new Set(names.filter((name) => !asked.text.toLowerCase().includes(name))),
  };
}

const namesOf = (text: string) => namesIn(text).map((words) => words.join(' '));

const isBridged = (one: Link, other: Link) =>
  one.unit.place !== other.unit.place && [...one.names].some((name) => other.names.has(name));

type Covered = (chain: readonly Link[]) => number;

function bestPair(links: readonly Link[], covered: Covered): Link[] {
  let best: Link[] = [];
  let most = 0;
  for (const [place, one] of links.entries())
    for (const other of links.slice(place + 1)) {
      const score = covered([one, other]);
      // Links are in the order of their own rank: the first of equal pairs is the better one.
      if (score <= most || !isBridged(one, other)) continue;
      best = [one, other];
      most = score;
    }
  return best;
}

function bestFurther(chain: readonly Link[], links: readonly Link[], covered: Covered): Link | undefined {
  const before = covered(chain);
  const further = links
    .filter((link) => !chain.includes(link) && chain.some((known) => isBridged(known, link)))
    .map((link) => ({ link, added: covered([...chain, link]) - before }));
  const best = further.toSorted((one, other) => other.added - one.added)[0];
  return best && best.added >= LEAST_ADDED ? best.link : undefined;
}
