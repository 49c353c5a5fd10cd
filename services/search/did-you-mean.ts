import { EVERYONE } from '../../entities/documents/document.ts';
import type { ColumnsOf } from '../../entities/tables.ts';
import type { Sql } from '../database/database.ts';
import { isGuessable } from '../index/vocabulary.ts';
import type { PassageQuery, SearchIndex } from '../index/port.ts';
import { queryWords } from '../text/terms.ts';
import type { SearchWarning } from '../providers/provider-set.ts';

// Each word costs a lookup in the database, and a query without results does not justify more.
const MOST_WORDS = 8;
// Trigram similarity. "herron" and "heron" score 0.55, "quary" and "quarry" 0.56; unrelated words of the same length
// score below 0.2.
const LEAST_ALIKE = 0.35;

/**
 * Suggests a corrected query for a search without results, as a warning. The correction is never applied.
 *
 * @returns one warning if the corrected query finds at least one passage, otherwise none
 */
export async function didYouMean(
  sql: Sql,
  index: SearchIndex,
  query: Omit<PassageQuery, 'limit'>,
): Promise<SearchWarning[]> {
  const corrected = await correctedQuery(sql, query.orgId, query.query);
  if (corrected === undefined) return [];
  const found = await index.search({ ...query, query: corrected, phrases: [], limit: 1 });
  return found.length === 0
    ? []
    : [{ type: 'did_you_mean', message: `Nothing was found. Did you mean "${corrected}"?` }];
}

/** The query with each misspelt word replaced by the closest word of documents that the organization can see. */
async function correctedQuery(sql: Sql, orgId: string, query: string): Promise<string | undefined> {
  const words = queryWords(query).filter(isGuessable).slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const rows = await sql.query<{ asked: string; meant: ColumnsOf<'vocabulary', 'word'>['word'] }>(
    `select asked, meant.word as meant
       from unnest($1::text[]) as asked
      cross join lateral (
        select word from vocabulary
         where org_id = any($2::text[]) and word % asked and similarity(word, asked) >= $3
         order by word <-> asked, length(word), word limit 1) as meant
      where meant.word <> asked`,
    [words, [orgId, EVERYONE], LEAST_ALIKE],
  );
  const meant = new Map(rows.map((row) => [row.asked, row.meant]));
  return meant.size === 0
    ? undefined
    : queryWords(query)
        .map((word) => meant.get(word) ?? word)
        .join(' ');
}
