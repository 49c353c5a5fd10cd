import { languageOf, type QueryLanguage } from '../../text/languages/language-of.ts';
import { wordsOf } from '../../text/words.ts';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { JAPANESE } from './japanese.ts';
import type { QuestionLanguage } from './question-language.ts';

const LANGUAGES: Readonly<Record<QueryLanguage, QuestionLanguage>> = { en: ENGLISH, de: GERMAN, ja: JAPANESE };

/** The patterns for a question's language. */
export function questionLanguage(question: string): QuestionLanguage {
  return LANGUAGES[languageOf(wordsOf(question))];
}
