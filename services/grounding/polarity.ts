import { isStopWord, stemsOf, wordsOf } from '../text/words.ts';

const DENIAL =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|pas|jamais|aucune?|sans|sin|nunca)\b|n['’]t\b/i;
const CLAUSE = /[,;:—–"“”«»]|\b(?:but|while|although|though|whereas|and|mais|aber|und|et|pero|y)\b/iu;
// More of a sentence than this must stand in a clause for the clause to be about it.
const LEAST_HELD = 1 / 3;

// Before a word they say that it is not so: unpaid, non-smoking, indirect, impossible, illegal, irregular, dishonest.
const PREFIX = /^(?:un|non|in|im|il|ir|dis)(?=\p{L}{3})/u;
const NON = /\bnon[\s-](?=\p{L})/giu;

/** Whether a sentence has a word with such a prefix where a source has it without one, or the other way round. */
export function turnsPolarity(sentence: string, span: readonly string[], clauses: readonly string[]): boolean {
  const said = tellingWords(sentence);
  const given = span.flatMap(tellingWords);
  const stems = { said: new Set(said.flatMap(stemsOf)), given: new Set(given.flatMap(stemsOf)) };
  return turns(said, stems.said, stems.given) || turns(clauses.flatMap(tellingWords), stems.given, stems.said);
}

/** Whether one of the words stands in the other text without its prefix alone, and that not in its own one. */
function turns(words: readonly string[], own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return words.some((word) => {
    const [base] = PREFIX.test(word) ? stemsOf(word.replace(PREFIX, '')) : [];
    return base !== undefined && other.has(base) && !own.has(base) && !stemsOf(word).some((stem) => other.has(stem));
  });
}

function tellingWords(text: string): string[] {
  return wordsOf(text.replaceAll(NON, 'non')).filter((word) => !isStopWord(word));
}

/** The clauses of a span of a source in which a sentence with these stems stands. */
export function clausesAbout(stems: readonly string[], span: readonly string[]): string[] {
  const clauses = span
    .flatMap((one) => one.split(CLAUSE))
    .map((clause) => ({ clause, held: countHeld(clause, stems) }));
  const most = Math.max(...clauses.map(({ held }) => held));
  return clauses
    .filter(({ held }) => held > 0 && (held === most || held / stems.length > LEAST_HELD))
    .map(({ clause }) => clause);
}

function countHeld(clause: string, stems: readonly string[]): number {
  const held = new Set(stemsOf(clause));
  return stems.filter((stem) => held.has(stem)).length;
}

/** Whether clauses deny what a sentence asserts, or assert what it denies. */
export function contradicts(clauses: readonly string[], sentence: string): boolean {
  return clauses.some((clause) => DENIAL.test(clause)) !== DENIAL.test(sentence);
}
