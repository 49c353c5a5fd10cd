import { fold, isStopWord } from '../../text/words.ts';
import { queryWords } from '../../text/terms.ts';

// Capitalised words in a row, with lower-case particles between the parts of a name.
const NAME =
  /\p{Lu}[\p{L}\p{N}.&’'-]*(?:\s+(?:(?:and|&)\s+|(?:(?:of|the|de|del|della|di|da|van|von|der|den|la|le|bin|al)\s+){0,2})[\p{Lu}\p{N}][\p{L}\p{N}.&’'-]*)*/gu;

/**
 * The names in a question, the longest first, recognized by capital letters: `Who founded Acme Corp?` holds `Acme
 * Corp`.
 */
export function namesIn(question: string): string[] {
  return Array.from(question.matchAll(NAME), ([name]) => withoutQuestion(name))
    .filter((name) => name !== '')
    .toSorted((a, b) => b.split(' ').length - a.split(' ').length || b.length - a.length);
}

// Capitalised, but not names.
const ABBREVIATIONS = new Set(['ceo', 'cfo', 'coo', 'cto', 'hq', 'isin', 'lei', 'cik', 'orcid']);

/** A sentence begins with a capital too. */
function withoutQuestion(name: string): string {
  const words = name.replace(/[.’'-]+$|['’]s$/u, '').split(/\s+/);
  const first = words.map(fold).findIndex((word) => !isStopWord(word) && !ABBREVIATIONS.has(word));
  return first === -1 ? '' : words.slice(first).join(' ');
}

/**
 * For registers that know only names: the words of the names in a question, or of the whole question if it has none.
 */
export function nameWords(question: string): string[] {
  const words = queryWords(namesIn(question).join(' '));
  return words.length > 0 ? words : queryWords(question);
}
