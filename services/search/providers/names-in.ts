import { fold, isStopWord } from '../../index/words.ts';

// Capitalised words in a row, with what stands between the parts of a name in small letters.
const NAME = /\p{Lu}[\p{L}\p{N}.&’'-]*(?:\s+(?:(?:and|&)\s+|(?:(?:of|the|de|del|della|di|da|van|von|der|den|la|le|bin|al)\s+){0,2})[\p{Lu}\p{N}][\p{L}\p{N}.&’'-]*)*/gu;

/** The names in a question, the longest first, as capital letters tell: `Who founded Acme Corp?` holds `Acme Corp`. */
export function namesIn(question: string): string[] {
  return Array.from(question.matchAll(NAME), ([name]) => withoutQuestion(name))
    .filter((name) => name !== '')
    .toSorted((a, b) => b.split(' ').length - a.split(' ').length || b.length - a.length);
}

/** A sentence begins with a capital too. */
function withoutQuestion(name: string): string {
  const words = name.replace(/[.’'-]+$|['’]s$/u, '').split(/\s+/);
  const first = words.findIndex((word) => !isStopWord(fold(word)));
  return first === -1 ? '' : words.slice(first).join(' ');
}
