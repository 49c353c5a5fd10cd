import { stemsOf, wordsOf } from '../text/words.ts';

// Pairs of words that reverse a claim when one replaces the other.
const OPPOSITES: ReadonlyArray<readonly [string, string]> = [
  ['rose rise rises risen rising', 'fell fall falls fallen falling'],
  ['increase increased increases grew grow', 'decrease decreased decreases shrank shrink declined decline'],
  ['more', 'fewer less'],
  ['higher', 'lower'],
  ['highest', 'lowest'],
  ['larger bigger', 'smaller'],
  ['largest biggest', 'smallest'],
  ['longer', 'shorter'],
  ['longest', 'shortest'],
  ['older', 'younger newer'],
  ['oldest', 'youngest newest'],
  ['faster', 'slower'],
  ['better', 'worse'],
  ['best', 'worst'],
  ['most', 'least fewest'],
  ['over above', 'under below'],
  ['before', 'after'],
  ['open', 'closed shut'],
  ['won', 'lost'],
  ['first', 'last'],
  ['north northern', 'south southern'],
  ['east eastern', 'west western'],
  ['legal', 'illegal'],
  ['allowed', 'forbidden banned prohibited'],
  ['accepted approved', 'rejected refused'],
  ['guilty', 'innocent acquitted'],
  ['alive', 'dead'],
  ['profit', 'loss'],
  ['import imports imported', 'export exports exported'],
  ['buy bought', 'sell sold'],
  ['gain gained', 'lose lost'],
  ['maximum', 'minimum'],
  ['winter', 'summer'],
  ['spring', 'autumn fall'],
];
const OPPOSITE = new Map(
  OPPOSITES.flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ).flatMap(([own, other]) =>
    own.split(' ').map((word) => [word, { own: own.split(' '), other: other.split(' ') }] as const),
  ),
);

/** Whether a sentence has a word whose opposite is in the clauses about it, while their span lacks the word itself. */
export function saysOpposite(sentence: string, span: readonly string[], clauses: readonly string[]): boolean {
  const said = wordsOf(sentence).filter((word) => OPPOSITE.has(word));
  if (said.length === 0) return false;
  const words = new Set(span.flatMap(wordsOf));
  const stems = new Set(span.flatMap(stemsOf));
  const about = new Set(clauses.flatMap(wordsOf));
  return said.some((word) => {
    const { own = [], other = [] } = OPPOSITE.get(word) ?? {};
    const isSaid = own.some((one) => words.has(one)) || stemsOf(word).some((stem) => stems.has(stem));
    return !isSaid && other.some((one) => about.has(one));
  });
}
