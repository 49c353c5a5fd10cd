import { stemsOf } from '../text/words.ts';

const DENIAL =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|pas|jamais|aucune?|sans|sin|nunca)\b|n['’]t\b/i;
const CLAUSE = /[,;:—–"“”«»]|\b(?:but|while|although|though|whereas|and|mais|aber|und|et|pero|y)\b/iu;
// More of a sentence than this must stand in a clause for the clause to be about it.
const LEAST_HELD = 1 / 3;

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
