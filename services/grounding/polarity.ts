import { isStopWord, stemsOf, wordsOf } from '../text/words.ts';

const DENIAL =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|pas|jamais|aucune?|sans|sin|nunca)\b|n['’]t\b/i;
const CLAUSE = /[,;:—–"“”«»]|\b(?:but|while|although|though|whereas|and|mais|aber|und|et|pero|y)\b/iu;
// A clause is about a sentence only if it holds more than this share of the sentence.
const LEAST_HELD = 1 / 3;

// Negating prefixes: unpaid, non-smoking, indirect, impossible, illegal, irregular, dishonest.
const PREFIX = /^(?:un|non|in|im|il|ir|dis)(?=\p{L}{3})/u;
const NON = /\bnon[\s-](?=\p{L})/giu;

/** Whether a sentence has a word with such a prefix where a source has it without one, or the reverse. */
export function reversesPrefix(sentence: string, span: readonly string[], clauses: readonly string[]): boolean {
  const said = tellingWords(sentence);
  const given = span.flatMap(tellingWords);
  const stems = { said: new Set(said.flatMap(stemsOf)), given: new Set(given.flatMap(stemsOf)) };
  return (
    gainsOrLosesPrefix(said, stems.said, stems.given) ||
    gainsOrLosesPrefix(clauses.flatMap(tellingWords), stems.given, stems.said)
  );
}

/** Whether the other text contains a word only without its prefix, and the word's own text does not. */
function gainsOrLosesPrefix(words: readonly string[], own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return words.some((word) => {
    const [base] = PREFIX.test(word) ? stemsOf(word.replace(PREFIX, '')) : [];
    return base !== undefined && other.has(base) && !own.has(base) && !stemsOf(word).some((stem) => other.has(stem));
  });
}

function tellingWords(text: string): string[] {
  return wordsOf(text.replaceAll(NON, 'non')).filter((word) => !isStopWord(word));
}

/** The clauses of a source's span that are about a sentence with these stems. */
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

/** Whether clauses deny an assertion of a sentence, or assert one that it denies. */
export function contradicts(clauses: readonly string[], sentence: string): boolean {
  return clauses.some((clause) => DENIAL.test(clause)) !== DENIAL.test(sentence);
}
