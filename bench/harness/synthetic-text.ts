const QUERY_WORDS = 6;
// As many of the most frequent words as a stop list removes from a real query.
const STOP_WORDS = 127;
const SENTENCES = 12;
const WORDS_A_SENTENCE = 14;
const VOCABULARY = 30_000;
const SYLLABLES = [
  'ba',
  'con',
  'dur',
  'fel',
  'gra',
  'hol',
  'ix',
  'jun',
  'kel',
  'lor',
  'mun',
  'ner',
  'os',
  'pra',
  'qui',
  'ras',
  'sten',
  'tor',
  'ul',
  'ver',
];

/** Documents of some 170 words. Equal numbers give equal documents. */
export function documentsFrom(first: number, count: number): object[] {
  return Array.from({ length: count }, (_, n) => ({
    url: `https://bench.example.com/${first + n}`,
    title: textOf((first + n) * 7919, 4).join(' '),
    text: Array.from({ length: SENTENCES }, (_, k) => sentence((first + n) * 31 + k)).join(' '),
  }));
}

export const queryOf = (n: number) => textOf(n * 104_729, QUERY_WORDS, STOP_WORDS).join(' ');

/** Words with a real text's frequencies: the n-th most frequent one is about 1/n as frequent as the first. */
function textOf(seed: number, words: number, mostFrequent = 1): string[] {
  let state = seed + 1;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return wordOfRank(Math.floor(mostFrequent * (VOCABULARY / mostFrequent) ** (state / 2 ** 32)));
  });
}

function wordOfRank(rank: number): string {
  let rest = rank;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return word;
}

const sentence = (seed: number) => `${textOf(seed, WORDS_A_SENTENCE).join(' ')}.`;
