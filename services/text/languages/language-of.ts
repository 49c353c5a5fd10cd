import { ENGLISH_STOP_WORDS } from './english.ts';
import { AMBIGUOUS_IN_GERMAN, GERMAN_FUNCTION_WORDS } from './german.ts';
import { JAPANESE_QUESTION_WORDS } from './japanese.ts';

/** What a question can be read in. English stands for every language that has no table. */
export type QueryLanguage = 'en' | 'de' | 'ja';

interface QueryWords {
  /** Folded words that a query of this language is not about. */
  functionWords: ReadonlySet<string>;
  /** Those of them that are words of other languages, of names or of programs too. */
  ambiguous: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Beside the stop words of all texts. A language of a script of its own is known by its script. */
const TABLES: Readonly<Record<QueryLanguage, QueryWords>> = {
  en: { functionWords: NONE, ambiguous: NONE },
  de: { functionWords: GERMAN_FUNCTION_WORDS, ambiguous: AMBIGUOUS_IN_GERMAN },
  ja: { functionWords: JAPANESE_QUESTION_WORDS, ambiguous: NONE },
};
const LATIN_LANGUAGES = ['de'] as const satisfies readonly QueryLanguage[];

// This many function words cannot all be parts of names.
const MANY = 3;

const HIRAGANA = /\p{Script=Hiragana}/u;
const KATAKANA = /\p{Script=Katakana}/u;

/**
 * The language of a query, by its script or its function words. Fewer than three function words count only if one of
 * them is unambiguous. English wins ties.
 */
export function languageOf(foldedWords: readonly string[]): QueryLanguage {
  const english = count(foldedWords, ENGLISH_STOP_WORDS);
  if (foldedWords.some((word) => HIRAGANA.test(word))) return 'ja';
  if (english === 0 && foldedWords.some((word) => KATAKANA.test(word))) return 'ja';
  const recognized = LATIN_LANGUAGES.find((language) => {
    const { functionWords, ambiguous } = TABLES[language];
    const own = foldedWords.filter((word) => functionWords.has(word));
    return own.length > english && (own.length >= MANY || own.some((word) => !ambiguous.has(word)));
  });
  return recognized ?? 'en';
}

/** The function words of a query's language, beside the stop words of all texts. */
export function functionWordsOf(language: QueryLanguage): ReadonlySet<string> {
  return TABLES[language].functionWords;
}

function count(words: readonly string[], among: ReadonlySet<string>): number {
  return words.filter((word) => among.has(word)).length;
}
