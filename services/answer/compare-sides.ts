import { answersIn, type Answers } from '../answer-units/answers-in.ts';
import { askedOf } from '../answer-units/asked.ts';
import { describes } from '../answer-units/described-pages.ts';
import { alike } from '../answer-units/sayable.ts';
import type { PlacedUnit } from '../answer-units/place.ts';
import { countWords } from '../blocks/count-words.ts';
import { contrastIn } from '../excerpts/contrast.ts';
import type { Source } from '../page-text/source.ts';
import type { Side } from './read-sides.ts';

/** A question with what was found for it. */
export type AskedSide = Pick<Side, 'query' | 'sources' | 'by'>;

/** Units that answer, and the sources: theirs first. */
export interface Compared {
  units: ReadonlyArray<PlacedUnit<Source>>;
  sources: Source[];
}

type Ranked = Answers['units'][number];

const MOST_WORDS = 120;
const MOST_ALIKE = 0.6;

/**
 * What tells two things apart, and what answers each side best.
 *
 * @param sides none: the question is about one thing
 * @returns undefined unless the sources tell of both
 */
export async function compareSides(whole: AskedSide, sides: readonly AskedSide[]): Promise<Compared | undefined> {
  if (sides.length === 0) return undefined;
  const [contrast, one, other] = await Promise.all([
    contrastOf(whole, sides),
    ...sides.map(({ query, sources, by }) => answersIn(query, sources, by)),
  ]);
  const each: ReadonlyArray<PlacedUnit<Source>> = one && other ? bestPair(one, other) : [];
  const units = contrast ? [contrast, ...addingTo(contrast, each)] : each;
  if (units.length === 0) return undefined;
  const all = [whole, ...sides].flatMap(({ sources }) => sources);
  const sources = [
    ...units.flatMap(({ source }) => all.filter(({ url }) => url === source.url).slice(0, 1)),
    ...(one?.sources ?? []),
    ...(other?.sources ?? []),
  ];
  return { units, sources: [...new Map(sources.map((source) => [source.url, source])).values()] };
}

// In log-odds. One passage that tells of both things tells the same of both.
const OF_ONE_PASSAGE = 1;
const CONSIDERED = 6;

/** The units that answer two sides best together; none where a side has no answer of its own. */
function bestPair(one: Answers, other: Answers): Ranked[] {
  const [ofOne, ofOther] = [one, other].map(({ units: [first], further }) =>
    first ? [first, ...further].slice(0, CONSIDERED) : [],
  );
  const pairs = (ofOne ?? []).flatMap((first) => (ofOther ?? []).map((second): RankedPair => [first, second]));
  const [best] = pairs
    .filter(([first, second]) => first.unit.text !== second.unit.text)
    .map((pair) => ({ pair, score: pair[0].score + pair[1].score + (isOfOnePassage(pair) ? OF_ONE_PASSAGE : 0) }))
    .toSorted((a, b) => b.score - a.score);
  return best ? [...withNext(best.pair[0], one), ...withNext(best.pair[1], other)] : [];
}

const MOST_WORDS_OF_A_SIDE = 60;

/**
 * A sentence with the one after it, if both answer, and a line that names a command with its description: a single sentence
 * that is no fact seldom says all that a comparison needs.
 */
function withNext(unit: Ranked, { asked, units, further }: Answers): Ranked[] {
  const isLonger = ({ unit: other, place }: Ranked) =>
    other.kind === 'sentences' && place.passage === unit.place.passage && other.text.startsWith(unit.unit.text);
  const isFact = asked.kind.value || asked.kind.isDefault;
  if (unit.unit.kind !== 'sentence' || isFact) return [unit];
  const description = units.find((other) => describes(other, unit));
  if (description) return [unit, description];
  const longer = further.find(isLonger);
  return longer && countWords(longer.unit.text) <= MOST_WORDS_OF_A_SIDE ? [longer] : [unit];
}

type RankedPair = [Ranked, Ranked];

const isOfOnePassage = ([{ place }, { place: other }]: RankedPair) =>
  place.passage.markdown === other.passage.markdown && place.title === other.title;

/** The sentences of the question's sources that tell the two things apart. */
function contrastOf({ query, sources, by }: AskedSide, sides: readonly AskedSide[]) {
  const read = sources.flatMap((source) => (source.parts ? [{ ...source, parts: source.parts }] : []));
  const questions = sides.map((side) => side.query);
  return contrastIn(askedOf(query, by.rarity ?? (() => 1)), questions, read, by.nearness);
}

/** The units that say something else than the first one, as far as they fit. */
function addingTo<S>(first: PlacedUnit, units: ReadonlyArray<PlacedUnit<S>>): Array<PlacedUnit<S>> {
  let words = countWords(first.unit.text);
  return units.filter((unit) => {
    if (alike(first, unit) >= MOST_ALIKE) return false;
    words += countWords(unit.unit.text);
    return words <= MOST_WORDS;
  });
}
