import { wordsOf } from '../../text/words.ts';

const SHINGLE_WORDS = 3;
// Two texts of fewer words may be equal by chance: "Home", "Login".
const FEWEST_WORDS = 12;
const ALIKE = 0.8;

/** Tells whether a text says nearly the same as one that was shown before, by the runs of words that both have. */
export function copyDetector(): (text: string) => boolean {
  const seen: Array<Set<string>> = [];
  return (text) => {
    const words = wordsOf(text);
    if (words.length < FEWEST_WORDS) return false;
    const shingles = new Set(
      words.slice(SHINGLE_WORDS - 1).map((_, at) => words.slice(at, at + SHINGLE_WORDS).join(' ')),
    );
    if (seen.some((other) => likeness(shingles, other) >= ALIKE)) return true;
    seen.push(shingles);
    return false;
  };
}

/** The share of all runs that both texts have. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  // Sets of very different size cannot be alike.
  if (small.size < large.size * ALIKE) return 0;
  const shared = [...small].filter((shingle) => large.has(shingle)).length;
  return shared / (one.size + other.size - shared);
}
