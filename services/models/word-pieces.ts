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

  function piecesOf(word: string): number[] {
    const characters = Array.from(word);
    if (characters.length > LONGEST_WORD) return [unknown];
    const pieces: number[] = [];
    for (let from = 0; from < characters.length;) {
      let to = characters.length;
      const piece = () => (from > 0 ? CONTINUES : '') + characters.slice(from, to).join('');
      while (to > from && !numbers.has(piece())) to -= 1;
      if (to === from) return [unknown];
      pieces.push(numberOf(piece()));
      from = to;
    }
    return pieces;
  }

  return (text) => {
    const tokens = [begin];
    for (const word of basicTokens(text)) {
      tokens.push(...piecesOf(word));
      if (tokens.length >= mostTokens) break;
    }
    return [...tokens.slice(0, mostTokens - 1), end];
  };
}
