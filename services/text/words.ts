import { stemmer } from 'stemmer';

// Scripts written without spaces; only they need the dictionary segmenter, which is four times slower.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// The segmenter takes some names in two scripts for one word, which neither half would find.
const ONE_SCRIPT = /\p{Script=Han}+|[\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Katakana}ー]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

const STOP_WORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further had has have having he her here hers herself him himself
  his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our ours
  ourselves out over own same she should so some such than that the their theirs them themselves then there these they
  this those through to too under until up upon us very was we were what when where which while who whom whose why will
  with would you your yours yourself s t don ll ve re d m`.split(/\s+/),
);

// Most text needs no decomposition, which would cost more than the rest of a search.
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/** Lower case without accents and compatibility forms, as the index folds its words. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words of a text in order, folded. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  if (!UNSPACED.test(folded)) return folded.match(WORD) ?? [];
  return Array.from(wordSegmenter.segment(folded))
    .filter((part) => part.isWordLike)
    .flatMap((part) => part.segment.match(ONE_SCRIPT) ?? []);
}

export function isStopWord(foldedWord: string): boolean {
  return STOP_WORDS.has(foldedWord);
}

/** The stems of the telling words, in order, repetitions kept. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => stemmer(word));
}

// A stem shares its first two letters with its words (the third may change: fly, fli), which avoids most of the
// stemming.
const TELLING_LETTERS = 2;

/** Returns a folded word's stem if it is one of `stems`. Caches words, so create one for each piece of work. */
export function stemFinder(stems: Iterable<string>): (foldedWord: string) => string | undefined {
  const wanted = new Set(stems);
  const beginnings = new Set(Array.from(wanted, (stem) => stem.slice(0, TELLING_LETTERS)));
  const known = new Map<string, string | undefined>();
  return (word) => {
    if (!beginnings.has(word.slice(0, TELLING_LETTERS))) return undefined;
    if (!known.has(word)) known.set(word, wanted.has(stemmer(word)) ? stemmer(word) : undefined);
    return known.get(word);
  };
}
