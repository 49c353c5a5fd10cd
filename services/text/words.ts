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

/** In UTF-16 units; the rest of a longer word is not searched. */
export const LONGEST_TERM = 64;

/** The search terms of a text. */
export interface Terms {
  /** Stems of the telling words. */
  terms: string[];
  /** The other words, unchanged. */
  stopWords: string[];
}

/** In order, repetitions kept. */
export function termsOf(text: string): Terms {
  return termsOfWords(wordsOf(text));
}

function termsOfWords(words: readonly string[]): Terms {
  return {
    terms: words.filter((word) => !STOP_WORDS.has(word)).map((word) => stemmer(word).slice(0, LONGEST_TERM)),
    stopWords: words.filter((word) => STOP_WORDS.has(word)),
  };
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

// The cost of a query grows with its words: 8 KiB of distinct words took 70 ms, 64 words take about 5.
const MAX_QUERY_WORDS = 64;

/** The distinct words to search for. Stop words count only in a query without other words ("The Who"). */
export function queryWords(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_QUERY_WORDS);
}

/** The search terms: stems, or stop words in a query without other words. */
export function queryTerms(query: string): Terms {
  return withoutNeedlessStopWords(termsOfWords(queryWords(query)));
}

/** Required or excluded folded words, which are not a query: stop words are omitted beside others. */
export function wantedTerms(foldedWords: readonly string[]): Terms {
  return withoutNeedlessStopWords(termsOfWords(foldedWords));
}

function withoutNeedlessStopWords({ terms, stopWords }: Terms): Terms {
  return terms.length > 0 ? { terms: [...new Set(terms)], stopWords: [] } : { terms, stopWords };
}
