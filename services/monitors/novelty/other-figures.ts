import { isFigure, placedAt, type Placed } from './figures.ts';

// Of the figures that stand where an original has one. Reprints correct a figure or two; another bulletin changes most.
const OTHER_FIGURES_FROM = 0.25;
// A reprint may correct a figure per so many words. Of a long text that is many: more than three may not be half of all.
const WORDS_PER_CORRECTED = 100;
const MOST_CORRECTED = 3;
const MANY_OTHER_FIGURES_FROM = 0.5;

interface Sentence {
  words: readonly string[];
  /** It ends with no full stop. */
  isLine: boolean;
}

/**
 * The sentences with another figure than the original closest by its figures, if figures are what has changed; else none. Of
 * what all originals say together, nearly every figure would be known: a poll has 31 percent for one party each week.
 *
 * @param known as `wordPairsOf` gives it
 */
export function sentencesWithOtherFigures<Told extends Sentence>(
  told: readonly Told[],
  known: ReadonlyArray<ReadonlySet<string>>,
): ReadonlySet<Told> {
  const isKnown = (what: string) => known.some((one) => one.has(what));
  const inPlace = new Map(
    told.map((sentence) => [sentence, figuresIn(sentence).filter(({ place }) => isKnown(place))]),
  );
  const figures = [...inPlace.values()].flat();
  const [closest] = known
    .map((one) => ({ one, others: figures.filter(({ exact }) => !one.has(exact)).length }))
    .toSorted((a, b) => a.others - b.others);
  // A digest has the rest of its figures from other originals.
  const isOther = ({ place, exact }: Placed) =>
    !(closest?.one.has(place) === true ? closest.one.has(exact) : isKnown(exact));
  const withOthers = new Set(told.filter((sentence) => inPlace.get(sentence)?.some(isOther)));
  let all = 0;
  let others = 0;
  for (const [{ isLine }, placed] of inPlace) {
    // The figures of one line, a ticker or a telephone number, change together.
    all += isLine ? Math.min(placed.length, 1) : placed.length;
    others += isLine ? Number(placed.some(isOther)) : placed.filter(isOther).length;
  }
  const words = told.reduce((sum, sentence) => sum + sentence.words.length, 0);
  return areOther({ others, all, words }) ? withOthers : new Set();
}

function areOther({ others, all, words }: { others: number; all: number; words: number }): boolean {
  const corrected = Math.floor(words / WORDS_PER_CORRECTED);
  if (others <= Math.min(corrected, MOST_CORRECTED)) return false;
  return others >= all * (others > corrected ? OTHER_FIGURES_FROM : MANY_OTHER_FIGURES_FROM);
}

function figuresIn({ words }: Sentence): Placed[] {
  return Array.from(words.keys())
    .filter((at) => isFigure(words[at] ?? ''))
    .map((at) => placedAt(words, at));
}
