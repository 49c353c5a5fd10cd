import { EVERYONE } from '../../entities/documents/everyone.ts';
import type { ColumnsOf } from '../../entities/row-types.ts';
import type { Database, Prepared } from '../database/database.ts';
import { isGuessable } from '../index/vocabulary.ts';
import type { PassageQuery, SearchIndex } from '../index/port.ts';
import { queryWords } from '../text/terms.ts';
import type { SearchWarning } from '../providers/provider-set.ts';

// Each word costs a lookup in the database, and a query without results does not justify more.
const MOST_WORDS = 8;
// Trigram similarity. "herron" and "heron" score 0.55, "quary" and "quarry" 0.56; unrelated words of the same length
// score below 0.2.
const LEAST_ALIKE = 0.35;
const MUCH_ALIKE = 0.6;

/** Default time limit of the lookups of words, in milliseconds: a search that found nothing waits for them. */
const WITHIN_MS = 5;

export interface DidYouMeanDeps {
  database: Database;
  index: Pick<SearchIndex, 'search'>;
  /** Time limit of the lookups of words, in milliseconds. Absent: 5. */
  withinMs?: number | undefined;
}

/**
 * Suggests a corrected query for a search without results, as a warning. The correction is never applied.
 *
 * @returns one warning if similar words are found in time and the corrected query finds at least one passage, otherwise
 * none
 */
export async function didYouMean(
  { database, index, withinMs = WITHIN_MS }: DidYouMeanDeps,
  query: Omit<PassageQuery, 'limit'>,
): Promise<SearchWarning[]> {
  const corrected = await correctedQuery(database, query, performance.now() + withinMs);
  if (corrected === undefined) return [];
  const found = await index.search({ ...query, query: corrected, phrases: [], limit: 1 });
  return found.length === 0
    ? []
    : [{ type: 'did_you_mean', message: `Nothing was found. Did you mean "${corrected}"?` }];
}

/** The query with each misspelt word replaced by the closest word of documents that the organization can see. */
async function correctedQuery(
  database: Database,
  { orgId, query }: Pick<PassageQuery, 'orgId' | 'query'>,
  endsAt: number,
): Promise<string | undefined> {
  const owners = [orgId, EVERYONE];
  const words = queryWords(query).filter(isGuessable).slice(0, MOST_WORDS);
  const unknown = words.length > 0 ? await unknownWords(database, owners, words) : [];
  if (unknown.length === 0) return undefined;
  const meant = await closestWords(database, { owners, words: unknown, endsAt });
  return meant.size === 0
    ? undefined
    : queryWords(query)
        .map((word) => meant.get(word) ?? word)
        .join(' ');
}

const UNKNOWN: Prepared = {
  name: 'unknown-words',
  sql: `select asked from unnest($1::text[]) as asked
         where not exists (select from vocabulary where org_id = any($2::text[]) and word = asked)`,
};

/** The words that no document has. The others are spelt as they are meant, and a lookup of each takes milliseconds. */
async function unknownWords(
  database: Database,
  owners: readonly string[],
  words: readonly string[],
): Promise<string[]> {
  const rows = await database.prepared<{ asked: string }>(UNKNOWN, [words, owners]);
  return rows.map((row) => row.asked);
}

interface ClosestWords {
  owners: readonly string[];
  words: readonly string[];
  /** On the clock of `performance.now`. */
  endsAt: number;
}

/** The closest word for each of these that has one, as far as they are found in time. */
async function closestWords(database: Database, { owners, words, endsAt }: ClosestWords): Promise<Map<string, string>> {
  const meant = new Map<string, string>();
  // Most misspellings are much like a word, and the more alike words must be, the fewer the index has to compare.
  for (const leastAlike of [MUCH_ALIKE, LEAST_ALIKE]) {
    const left = words.filter((word) => !meant.has(word));
    if (left.length === 0 || endsAt <= performance.now()) break;
    for (const row of await wordsAlike(database, { owners, words: left, endsAt }, leastAlike))
      meant.set(row.asked, row.meant);
  }
  return meant;
}

const STATEMENT_TIMEOUT = '57014';

interface WordsAlike {
  asked: string;
  meant: ColumnsOf<'vocabulary', 'word'>['word'];
}

/** The closest words of at least this likeness; none if they are not all found in time. */
async function wordsAlike(
  database: Database,
  { owners, words, endsAt }: ClosestWords,
  leastAlike: number,
): Promise<WordsAlike[]> {
  try {
    return await database.transaction(async (sql) => {
      // PostgreSQL ends the lookup, so that none goes on behind the search that asked for it.
      await sql.query(
        `select set_config('statement_timeout', $1, true), set_config('pg_trgm.similarity_threshold', $2, true)`,
        [String(Math.max(1, Math.floor(endsAt - performance.now()))), String(leastAlike)],
      );
      return sql.query<WordsAlike & { [column: string]: string }>(
        `select asked, meant.word as meant
           from unnest($1::text[]) as asked
          cross join lateral (
            select word from vocabulary
             where org_id = any($2::text[]) and word % asked
             order by word <-> asked, length(word), word limit 1) as meant`,
        [words, owners],
      );
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === STATEMENT_TIMEOUT) return [];
    throw error;
  }
}
