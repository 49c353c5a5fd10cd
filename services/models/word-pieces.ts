import { basicTokens } from './basic-tokens.ts';

/** Numbers of a text's tokens, with those of its beginning and its end. */
export type Tokenize = (text: string) => number[];

const BEGIN = '[CLS]';
const END = '[SEP]';
const UNKNOWN = '[UNK]';
const CONTINUES = '##';
// A longer word is unknown as a whole.
const LONGEST_WORD = 100;

/**
 * WordPiece: each word as the longest pieces of the vocabulary, from its beginning.
 *
 * @param vocabulary a piece a line, numbered from 0
 * @param mostTokens the rest of a longer text is left out
 * @throws Error for a vocabulary without the pieces that every text needs
 */
export function createTokenizer(vocabulary: string, mostTokens: number): Tokenize {
  const numbers = new Map(vocabulary.split(/\r?\n/).map((piece, number) => [piece, number]));
  const numberOf = (piece: string): number => {
    const number = numbers.get(piece);
    if (number === undefined) throw new Error(`the vocabulary has no ${piece}`);
    return number;
  };
  const [begin, end, unknown] = [numberOf(BEGIN), numberOf(END), numberOf(UNKNOWN)];

  const numbersOf = (word: string): number[] => piecesOf(word, numbers)?.map(numberOf) ?? [unknown];

  return (text) => {
    const tokens = [begin];
    for (const word of basicTokens(text)) {
      tokens.push(...numbersOf(word));
      if (tokens.length >= mostTokens) break;
    }
    return [...tokens.slice(0, mostTokens - 1), end];
  };
}

/** Undefined: the word is unknown as a whole. */
function piecesOf(word: string, vocabulary: { has(piece: string): boolean }): string[] | undefined {
  const characters = Array.from(word);
  if (characters.length > LONGEST_WORD) return undefined;
  const pieces: string[] = [];
  for (let from = 0; from < characters.length;) {
    let to = characters.length;
    const piece = () => (from > 0 ? CONTINUES : '') + characters.slice(from, to).join('');
    while (to > from && !vocabulary.has(piece())) to -= 1;
    if (to === from) return undefined;
    pieces.push(piece());
    from = to;
  }
  return pieces;
}

const HAS_LETTER = /\p{L}/u;
// A letter that is no part of a longer piece was never learned with its word. English has words of one letter.
// oxlint-disable-next-line no-control-regex
const LETTER_BEYOND_ASCII = /^(?:##)?[^\x00-\x7f]$/u;
const MOST_UNREAD = 0.5;

/**
 * Tells whether the model knows the words of a text: most of their pieces are longer than a letter. In a language that
 * it was not taught, the vector of a text tells of its letters.
 */
export function createReader(vocabulary: string): (text: string) => boolean {
  const known = new Set(vocabulary.split(/\r?\n/));
  return (text) => {
    const words = Array.from(basicTokens(text)).filter((word) => HAS_LETTER.test(word));
    const pieces = words.flatMap((word) => piecesOf(word, known) ?? [UNKNOWN]);
    const unread = pieces.filter((piece) => piece === UNKNOWN || LETTER_BEYOND_ASCII.test(piece));
    return unread.length <= MOST_UNREAD * pieces.length;
  };
}
