import { wordsOf } from '../text/words.ts';
import { decoded } from '../url/decoded.ts';

/** What is compared with a query. */
interface TitledAddress {
  url: string;
  title?: string | undefined;
}

const OF_TITLE = 2;
const PREFIX_SHARE = 0.5;
const SHORTEST_PREFIX = 3;
// Each is compared with the words of every address.
const MOST_WORDS = 32;

/**
 * Addresses with the words of a query in their titles and paths first, rare words before frequent ones. Equal ones keep
 * their order.
 */
export function bestFirst<Address extends TitledAddress>(addresses: readonly Address[], query: string): Address[] {
  const wanted = [...new Set(wordsOf(query))].slice(0, MOST_WORDS);
  if (wanted.length === 0) return [...addresses];
  const read = addresses.map((address) => ({ address, words: wordsOfAddress(address) }));
  const weights = wanted.map((word) => {
    const having = read.filter(({ words }) => matchOf(word, words) > 0).length;
    return Math.log(1 + addresses.length / (1 + having));
  });
  const scored = read.map(({ address, words }) => ({
    address,
    score: wanted.reduce((sum, word, place) => sum + (weights[place] ?? 0) * matchOf(word, words), 0),
  }));
  return scored.toSorted((one, other) => other.score - one.score).map(({ address }) => address);
}

interface AddressWords {
  path: ReadonlySet<string>;
  title: ReadonlySet<string>;
}

function wordsOfAddress({ url, title = '' }: TitledAddress): AddressWords {
  const { pathname, search } = new URL(url);
  const path = decoded(`${pathname} ${search}`).replaceAll(/[/_\-.=&?+]+/g, ' ');
  return { path: new Set(wordsOf(path)), title: new Set(wordsOf(title)) };
}

function matchOf(word: string, { path, title }: AddressWords): number {
  return shareOf(word, title) * OF_TITLE + shareOf(word, path);
}

function shareOf(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1;
  if (word.length < SHORTEST_PREFIX) return 0;
  for (const other of words)
    if (other.startsWith(word) || (other.length >= SHORTEST_PREFIX && word.startsWith(other))) return PREFIX_SHARE;
  return 0;
}
