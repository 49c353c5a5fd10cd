import { isFigure, figureContextAt, type FigureContext } from './figures.ts';

// Share of the figures at positions where an original has a figure. Reprints correct one or two; a different bulletin
// changes most.
const OTHER_FIGURES_FROM = 0.25;
// A reprint may correct one figure per this many words. In a long text these are many: more than three must be fewer
// than half.
const WORDS_PER_CORRECTED = 100;
const MOST_CORRECTED = 3;
const MANY_OTHER_FIGURES_FROM = 0.5;

interface Sentence {
  words: readonly string[];
  /** Whether it ends without a full stop. */
  isLine: boolean;
}

/**
 * Sentences with figures that differ from the closest original, if the figures of the text have changed; otherwise
 * none. A comparison with all originals together would know nearly every figure: some poll gives some party 31 percent
 * each week.
 *
 * @param known `wordPairsOf` of each original
 */
export function sentencesWithOtherFigures<AnySentence extends Sentence>(
  sentences: readonly AnySentence[],
  known: ReadonlyArray<ReadonlySet<string>>,
): ReadonlySet<AnySentence> {
  const isKnown = (what: string) => known.some((one) => one.has(what));
  const inPlace = new Map(
    sentences.map((sentence) => [sentence, figuresIn(sentence).filter(({ place }) => isKnown(place))]),
  );
  const figures = [...inPlace.values()].flat();
  const [closest] = known
    .map((one) => ({ one, others: figures.filter(({ exact }) => !one.has(exact)).length }))
    .toSorted((a, b) => a.others - b.others);
  // A digest takes its other figures from other originals.
  const isOther = ({ place, exact }: FigureContext) =>
    !(closest?.one.has(place) === true ? closest.one.has(exact) : isKnown(exact));
  const withOthers = new Set(sentences.filter((sentence) => inPlace.get(sentence)?.some(isOther)));
  let all = 0;
  let others = 0;
  for (const [{ isLine }, contexts] of inPlace) {
    // The figures of one line change together: a ticker, a telephone number.
    all += isLine ? Math.min(contexts.length, 1) : contexts.length;
    others += isLine ? Number(contexts.some(isOther)) : contexts.filter(isOther).length;
  }
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  return haveChanged({ others, all, words }) ? withOthers : new Set();
}

function haveChanged({ others, all, words }: { others: number; all: number; words: number }): boolean {
  const corrected = Math.floor(words / WORDS_PER_CORRECTED);
  if (others <= Math.min(corrected, MOST_CORRECTED)) return false;
  return others >= all * (others > corrected ? OTHER_FIGURES_FROM : MANY_OTHER_FIGURES_FROM);
}

function figuresIn({ words }: Sentence): FigureContext[] {
  return Array.from(words.keys())
    .filter((at) => isFigure(words[at] ?? ''))
    .map((at) => figureContextAt(words, at));
}
