import type { Sql } from '../database/database.ts';
import { into } from '../database/into.ts';
import type { IndexedDocument } from './port.ts';
import { isStopWord, wordsOf } from '../text/words.ts';

// Shorter words resemble each other too much for a correction; longer ones are keys, or several words without spaces.
const SHORTEST = 4;
const LONGEST = 24;
const LETTERS_ONLY = /^\p{L}+$/u;
const MOST_KNOWN = 200_000;

/** Whether a folded word can be a misspelling, or the correction of one. */
export function isGuessable(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && LETTERS_ONLY.test(word) && !isStopWord(word);
}

/** Stores the words of each owner's documents, so that a search can suggest a correction of a misspelt query. */
export interface Vocabulary {
  /** Known words are kept. */
  learn(documents: readonly IndexedDocument[]): Promise<void>;
}

export function createVocabulary(sql: Sql): Vocabulary {
  // Words that this process has stored for each owner, so that they are not sent again with every document.
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

  /** Marks the owners' words as unknown, then rethrows `error`: some words may not have been stored. */
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
