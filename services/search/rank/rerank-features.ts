import { PATH_SIGN } from '../../blocks/block.ts';
import { identifiersIn } from '../../text/identifiers.ts';
import { queryStems } from '../../text/terms.ts';
import { stemPlaces, type StemPlace } from '../../text/stem-places.ts';
import type { Candidate } from '../find/candidates.ts';

/**
 * Features by which a document is reranked, each from 0 to 1. Shares of the query are weighted: a stem that is rare
 * among the candidates counts more. The text features describe the best passage.
 */
export interface RerankFeatures {
  /** First-stage score relative to the first candidate's. */
  score: number;
  /** Score of the second passage on the same scale: a document about the subject has several matching passages. */
  secondScore: number;
  /** Share of the query in the document's title and in the headings above the passage. */
  heading: number;
  /** 1 if the innermost heading or term above the passage is an identifier of the query; else 0. */
  entry: number;
  /** Nearness in meaning to the query; 0 if unknown. */
  near: number;
  /** Share of the query in the passage. */
  coverage: number;
  /** Share of the query's adjacent stems that are adjacent in the passage too. */
  pairs: number;
  /** Highest share of the query in any `TOGETHER_WORDS` consecutive words. */
  together: number;
  /** Highest share of the query in one sentence. */
  sentence: number;
  /** Share of the query in the first `EARLY_WORDS` words. */
  early: number;
}

const TOGETHER_WORDS = 20;
const EARLY_WORDS = 40;
const PAIR_WORDS = 2;

interface Read {
  candidate: Candidate;
  text: StemPlace[];
  heading: StemPlace[];
}

/** The features of each candidate, in order; undefined if the query has no stems or the first candidate no score. */
export function rerankFeatures(query: string, candidates: readonly Candidate[]): RerankFeatures[] | undefined {
  const stems = queryStems(query);
  const best = candidates[0]?.score ?? 0;
  if (stems.length === 0 || best <= 0) return undefined;
  const placesOf = stemPlaces(stems);
  const read = candidates.map((candidate): Read => {
    const [passage] = candidate.passages;
    return {
      candidate,
      text: placesOf(passage?.text ?? ''),
      heading: placesOf(`${passage?.heading ?? ''}\n${passage?.path ?? ''}`),
    };
  });
  const weigh = weigher(stems, read);
  const identifiers = namesIn(query);
  return read.map(({ candidate, text, heading }) => ({
    score: candidate.score / best,
    near: candidate.near ?? 0,
    secondScore: (candidate.passages[1]?.score ?? 0) / best,
    heading: weigh(heading),
    entry: Number(isOfNamed(identifiers, candidate.passages[0]?.path ?? '')),
    coverage: weigh(text),
    pairs: pairsFound(stems, weigh, text),
    together: mostTogether(weigh, text),
    sentence: bestSentence(weigh, text),
    early: weigh(
      text,
      0,
      endOfRun(text, 0, ({ at }) => at < EARLY_WORDS),
    ),
  }));
}

/** The share of the query's total weight that the stems of some places have, from `start` to before `end`; by default all. */
type Weigh = (places: ReadonlyArray<Pick<StemPlace, 'stem'>>, start?: number, end?: number) => number;

/** Weights each stem of the query by its rarity among the candidates. */
function weigher(stems: readonly string[], read: readonly Read[]): Weigh {
  const held = read.map(({ text, heading }) => new Set([...heading, ...text].map(({ stem }) => stem)));
  const weights = new Map(
    stems.map((stem) => {
      const holding = held.filter((one) => one.has(stem)).length;
      return [stem, Math.log(1 + (read.length + 1) / (holding + 0.5))];
    }),
  );
  const total = sum(weights.values());
  // Called for every place of a hundred passages: a list of some stems is searched faster than a set is made.
  return (places, start = 0, end = places.length) => {
    const counted: string[] = [];
    let weight = 0;
    for (let place = start; place < end; place += 1) {
      const stem = places[place]?.stem;
      if (stem === undefined || counted.includes(stem)) continue;
      counted.push(stem);
      weight += weights.get(stem) ?? 0;
    }
    return weight / total;
  };
}

/** A type or an abbreviation after a name: `fsync (boolean)`. */
const IN_PARENTHESES = /\s*\([^()]*\)\s*$/;

/** The identifiers of a text that are searched whole. */
const namesIn = (text: string): string[] => identifiersIn(text).flatMap(({ name }) => name || []);

/**
 * Whether the passage belongs to the entry of an identifier that the query names: of a setting, a function, an option. An
 * entry that names two of them belongs to neither alone.
 */
function isOfNamed(asked: readonly string[], path: string): boolean {
  if (asked.length === 0) return false;
  const entry = (path.split(PATH_SIGN).at(-1) ?? '').replace(IN_PARENTHESES, '');
  const [own, ...others] = namesIn(entry);
  return (
    own !== undefined && others.length === 0 && asked.includes(own) && entry.toLowerCase().startsWith(own.toLowerCase())
  );
}

/** The weighted share of the query's adjacent stems that follow each other within `PAIR_WORDS` words of the text. */
function pairsFound(stems: readonly string[], weigh: Weigh, text: readonly StemPlace[]): number {
  let found = 0;
  let total = 0;
  for (const [index, second] of stems.entries()) {
    const first = stems[index - 1];
    if (first === undefined) continue;
    const weight = Math.min(weigh([{ stem: first }]), weigh([{ stem: second }]));
    total += weight;
    if (follows(text, first, second)) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

function follows(text: readonly StemPlace[], first: string, second: string): boolean {
  return text.some((one, index) => {
    if (one.stem !== first) return false;
    for (let next = index + 1; next < text.length; next += 1) {
      const other = text[next];
      if (!other || other.at - one.at > PAIR_WORDS) return false;
      if (other.stem === second) return true;
    }
    return false;
  });
}

function mostTogether(weigh: Weigh, text: readonly StemPlace[]): number {
  let most = 0;
  let end = 0;
  for (const [start, first] of text.entries()) {
    end = endOfRun(text, end, ({ at }) => at - first.at < TOGETHER_WORDS);
    most = Math.max(most, weigh(text, start, end));
  }
  return most;
}

function bestSentence(weigh: Weigh, text: readonly StemPlace[]): number {
  let best = 0;
  for (let start = 0; start < text.length;) {
    const sentence = text[start]?.sentence;
    const end = endOfRun(text, start, (place) => place.sentence === sentence);
    best = Math.max(best, weigh(text, start, end));
    start = end;
  }
  return best;
}

/** The first place from `start` on that does not belong to the run. */
function endOfRun(text: readonly StemPlace[], start: number, belongs: (place: StemPlace) => boolean): number {
  for (let end = start; end < text.length; end += 1) {
    const place = text[end];
    if (!place || !belongs(place)) return end;
  }
  return text.length;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
