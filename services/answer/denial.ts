import { stemsOf } from '../index/words.ts';

const DENIAL = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|pas|jamais|aucune?|sans|sin|nunca)\b|n['’]t\b/i;
const CLAUSE = /[,;:—–"“”«»]|\b(?:but|while|although|though|whereas|and|mais|aber|und|et|pero|y)\b/iu;
// So much of a sentence must stand in a clause for the clause's no to be about it.
const LEAST_HELD = 1 / 3;

/** Whether a span of a source denies what a sentence asserts, or asserts what it denies. */
export function contradicts(span: readonly string[], sentence: string, stems: readonly string[]): boolean {
  const clauses = span.flatMap((one) => one.split(CLAUSE)).map((clause) => ({ clause, held: countHeld(clause, stems) }));
  const most = Math.max(...clauses.map(({ held }) => held));
  const concerned = clauses.filter(({ held }) => held > 0 && (held === most || held / stems.length >= LEAST_HELD));
  const isDenied = concerned.some(({ clause }) => DENIAL.test(clause));
  return isDenied !== DENIAL.test(sentence);
}

function countHeld(clause: string, stems: readonly string[]): number {
  const held = new Set(stemsOf(clause));
  return stems.filter((stem) => held.has(stem)).length;
}
