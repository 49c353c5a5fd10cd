import type { Sql } from '../database/database.ts';
import type { IndexedDocument } from './port.ts';
import { isStopWord, wordsOf } from '../text/words.ts';

// Shorter words are too like each other to guess between; longer ones are keys, or several words run together.
const SHORTEST = 4;
const LONGEST = 24;
const LETTERS_ONLY = /^\p{L}+$/u;
const MOST_KNOWN = 200_000;

/** Whether a folded word is one that may be misspelt, or meant by a misspelt one. */
export function isGuessable(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && LETTERS_ONLY.test(word) && !isStopWord(word);
}

/** Keeps the words of each owner's documents, so that a misspelt query can be told what it may have meant. */
export interface Vocabulary {
  /** Words that are there already stay. */
  learn(documents: readonly IndexedDocument[]): Promise<void>;
}

export function createVocabulary(sql: Sql): Vocabulary {
  // What this process wrote, so that a word is not sent with every document that has it.
  const known = new Set<string>();
  return {
    async learn(documents) {
      const fresh = new Map<string, { orgId: string; word: string }>();
      for (const { orgId, title, text } of documents) {
        for (const word of new Set(wordsOf(`${title ?? ''}\n${text}`))) {
          const key = `${orgId}/${word}`;
          if (!known.has(key) && isGuessable(word)) fresh.set(key, { orgId, word });
        }
      }
      if (fresh.size === 0) return;
      const words = [...fresh.values()];
      await sql.query('insert into vocabulary (org_id, word) select * from unnest($1::text[], $2::text[]) on conflict do nothing', [
        words.map(({ orgId }) => orgId),
        words.map(({ word }) => word),
      ]);
      if (known.size + fresh.size > MOST_KNOWN) known.clear();
      for (const key of fresh.keys()) known.add(key);
    },
  };
}
