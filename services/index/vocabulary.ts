import type { Sql } from '../database/database.ts';
import { into } from '../database/into.ts';
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
  // What this process has seen of each owner, so that a word is not sent with every document that has it.
  const known = new Map<string, Set<string>>();
  let knownInAll = 0;
  return {
    async learn(documents) {
      const fresh: Array<{ orgId: string; word: string }> = [];
      for (const { orgId, title, text } of documents) {
        const ofOwner = known.get(orgId) ?? new Set();
        known.set(orgId, ofOwner);
        for (const word of wordsOf(`${title ?? ''}\n${text}`)) {
          if (ofOwner.has(word)) continue;
          ofOwner.add(word);
          knownInAll += 1;
          if (isGuessable(word)) fresh.push({ orgId, word });
        }
      }
      if (fresh.length > 0) await store(sql, fresh).catch(forgetAll);
      if (knownInAll > MOST_KNOWN) forgetAll();
    },
  };

  /** Forgets which words are stored, then rethrows `error`, after which some may not be. */
  function forgetAll(error?: unknown): void {
    known.clear();
    knownInAll = 0;
    if (error !== undefined) throw error;
  }
}

async function store(sql: Sql, words: ReadonlyArray<{ orgId: string; word: string }>): Promise<void> {
  await sql.query(
    `insert into ${into('vocabulary', 'org_id', 'word')} select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [words.map(({ orgId }) => orgId), words.map(({ word }) => word)],
  );
}
