import { hasNewNames, isLabel, isNotice, mayBeFact, subjectOf, type Subject, type WrittenSentence } from './notices.ts';

interface PlacedSentence extends WrittenSentence {
  /** Number of its paragraph in the text. */
  paragraph: number;
}

// A text that contains less than this share of an earlier one is not its reprint, whatever else it contains.
const HELD_FROM = 0.5;
// Fewer known words may be a template.
const FEWEST_KNOWN_WORDS = 25;

/**
 * Sentences that a site puts around a reprint: unknown ones before the first and after the last known sentence that
 * state nothing about its subject. None if the text contains too little of each original.
 *
 * @param novel the sentences that no original contains
 * @param known `wordPairsOf` of each original
 */
export function wrappingOf<One extends PlacedSentence>(
  sentences: readonly One[],
  novel: ReadonlySet<One>,
  known: ReadonlyArray<ReadonlySet<string>>,
): ReadonlySet<One> {
  const first = sentences.findIndex((sentence) => !novel.has(sentence));
  const last = sentences.findLastIndex((sentence) => !novel.has(sentence));
  if (first < 0 || (first === 0 && last === sentences.length - 1)) return new Set();
  const body = sentences.slice(first, last + 1).filter((sentence) => !novel.has(sentence));
  if (wordsIn(body) < FEWEST_KNOWN_WORDS || !holdsOneOf(known, body)) return new Set();
  const subject = subjectOf(body, known);
  const ofBody = new Set(body.map(({ paragraph }) => paragraph));
  // Both ends extend from the text outwards.
  const ends = [sentences.slice(0, first).toReversed(), sentences.slice(last + 1)];
  const wrapping = ends.flatMap((end) => wrappingAtEnd(end, subject, ofBody));
  return wordsIn(wrapping) <= wordsIn(body) ? new Set(wrapping) : new Set();
}

export const wordsIn = (sentences: ReadonlyArray<{ words: readonly string[] }>): number =>
  sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);

function holdsOneOf(known: ReadonlyArray<ReadonlySet<string>>, body: readonly WrittenSentence[]): boolean {
  const held = new Set(body.flatMap(({ words }) => words.slice(1).map((word, at) => `${words[at]} ${word}`)));
  return known.some((one) => {
    const pairs = [...one].filter((property) => property.split(' ').length === 2);
    return pairs.filter((pair) => held.has(pair)).length >= HELD_FROM * pairs.length;
  });
}

/**
 * A sentence beside a notice in its paragraph is also the site's if it states no fact; so are the sentences beyond it
 * without new names.
 */
function wrappingAtEnd<One extends PlacedSentence>(
  end: readonly One[],
  subject: Subject,
  ofBody: ReadonlySet<number>,
): One[] {
  const notices = new Set(end.filter((sentence) => isNotice(sentence, subject)));
  const from = end.findIndex((sentence) => notices.has(sentence));
  const paragraphs = new Set(Array.from(notices, ({ paragraph }) => paragraph));
  return end.filter((sentence, at) => {
    if (notices.has(sentence) || isLabel(sentence, subject)) return true;
    const isBeside = paragraphs.has(sentence.paragraph) && !ofBody.has(sentence.paragraph);
    const isBeyond = from >= 0 && at > from && !hasNewNames(sentence.written, subject);
    return (isBeside || isBeyond) && !mayBeFact(sentence, subject);
  });
}
