/** Gives the token ids of a text, between the ids of [CLS] and [SEP]. */
export type Tokenize = (text: string) => number[];

const BEGIN = '[CLS]';
const END = '[SEP]';
const UNKNOWN = '[UNK]';
const CONTINUES = '##';
// Characters. A longer word becomes one unknown token.
const LONGEST_WORD = 100;

/**
 * WordPiece tokenization: takes the longest piece of the vocabulary from the start of each word, then of its rest.
 *
 * @param vocabulary one piece a line; its id is the line number from 0
 * @param mostTokens bound on the ids; the rest of a longer text is left out
 * @throws Error if the vocabulary lacks a special token
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

/** The pieces of a word. Undefined where the vocabulary cannot spell it. */
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
// A piece of one letter means that the model was not trained on the word. ASCII is excepted: English has such words.
// oxlint-disable-next-line no-control-regex
const LETTER_BEYOND_ASCII = /^(?:##)?[^\x00-\x7f]$/u;
const MOST_UNREAD = 0.5;

/**
 * Creates a check of whether the model was trained on the language of a text: at least half of the pieces of its words
 * are longer than a letter. In other languages a vector reflects the letters of a text, not its meaning.
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

// BERT's tokenizers normalize a text in these steps before they consult the vocabulary.
const REMOVED = /\0|\uFFFD|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}]/gu;
// The characters that BERT treats as separate words: ideographs, but neither kana nor Hangul.
const IDEOGRAPH =
  /[\u{4E00}-\u{9FFF}\u{3400}-\u{4DBF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]/gu;
const ACCENT = /\p{Mn}/gu;
// BERT treats symbols of ASCII as punctuation, and symbols beyond ASCII as letters.
const WORD_OR_SIGN = /[\p{P}$+<=>^`|~]|[^\p{White_Space}\p{P}$+<=>^`|~]+/gu;

/** The words and single punctuation marks of a text, in lower case and without accents. */
function* basicTokens(text: string): Generator<string> {
  const plain = text.replaceAll(REMOVED, '').replaceAll(IDEOGRAPH, ' $& ').normalize('NFD').replaceAll(ACCENT, '');
  // toLowerCase() writes a sigma at the end of a word as ς, which the vocabulary does not hold.
  const small = plain.replaceAll('Σ', 'σ').toLowerCase();
  for (const [token] of small.matchAll(WORD_OR_SIGN)) yield token;
}
