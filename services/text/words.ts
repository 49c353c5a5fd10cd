import { stemmer } from 'stemmer';
import { ENGLISH_STOP_WORDS } from './languages/english.ts';
import { isJapaneseFunctionWord } from './languages/japanese.ts';

// Scripts written without spaces; only they need the dictionary segmenter, which is four times slower.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const STRETCH = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
// The segmenter takes some names in two scripts for one word, which neither half would find.
const ONE_SCRIPT = /\p{Script=Han}+|[\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Katakana}ー]+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

// Most text needs no decomposition, which would cost more than the rest of a search.
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

// The voicing marks of kana make another sound of a letter, so they are no accents: か is ka, が is ga.
const ACCENTS = /[\p{M}--[\u3099\u309A]]+/gv;

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Lower case without accents and compatibility forms, as the index folds its words. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase();
}

/** The words of a text in order, folded. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  if (!HAS_UNSPACED.test(folded)) return folded.match(WORD) ?? [];
  const stretches = folded.match(STRETCH) ?? [];
  return stretches.flatMap((stretch) =>
    HAS_UNSPACED.test(stretch) ? unspacedWords(stretch) : (stretch.match(WORD) ?? []),
  );
}

function unspacedWords(text: string): string[] {
  return Array.from(wordSegmenter.segment(text))
    .filter((part) => part.isWordLike)
    .flatMap((part) => part.segment.match(ONE_SCRIPT) ?? []);
}

/** Whether a word is a stop word in every text. `functionWordsOf` has those of one query language. */
export function isStopWord(foldedWord: string): boolean {
  return ENGLISH_STOP_WORDS.has(foldedWord) || isJapaneseFunctionWord(foldedWord);
}

/** The stems of the words of a text that are not stop words, in order, with repetitions. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
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
    if (known.has(word)) return known.get(word);
    const stem = stemmer(word);
    const found = wanted.has(stem) ? stem : undefined;
    known.set(word, found);
    return found;
  };
}
