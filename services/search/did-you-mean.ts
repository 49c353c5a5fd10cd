import { EVERYONE } from '../../entities/documents/document.ts';
import type { ColumnsOf } from '../../entities/tables.ts';
import type { Sql } from '../database/database.ts';
import { isGuessable } from '../index/vocabulary.ts';
import type { PassageQuery, SearchIndex } from '../index/port.ts';
import { queryWords } from '../text/terms.ts';
import type { SearchWarning } from '../providers/provider-set.ts';

// Each word is a question of its own to the database, and a query of which nothing was found is worth only so many.
const MOST_WORDS = 8;
// Trigram similarity: "herron" and "heron" have .55, "quary" and "quarry" .56, unrelated words of one length below .2.
const LEAST_ALIKE = 0.35;

/** For a search that found nothing: what its query may have meant, if that would find something. Never applied. */
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

/** The query with its unknown words as documents of the organization, or of everyone, spell them. */
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
