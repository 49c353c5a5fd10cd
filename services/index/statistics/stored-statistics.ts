import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Database, Prepared } from '../../database/database.ts';
import type { Statistics } from './bm25.ts';

const READ: Prepared = {
  name: 'term-statistics',
  sql: `select null as term, sum(passages) as passages, sum(terms) as terms from term_totals where org_id = any($1::text[])
        union all
        select term, sum(passages), null from term_counts where org_id = any($1::text[]) and term = any($2::text[]) group by term`,
};

// The row with the totals has no term. Sums of int8 are numeric, which is also returned as text.
type StatisticsRow = { [Column in keyof ColumnsOf<'term_totals', 'passages' | 'terms'>]: string | null } & {
  [Column in keyof ColumnsOf<'term_counts', 'term'>]: string | null;
};

/** The combined statistics of the owners' passages for these terms. Writes of the last moment may be missing. */
export async function readStatistics(
  database: Database,
  ownerIds: readonly string[],
  terms: readonly string[],
): Promise<Statistics> {
  const rows = await database.prepared<StatisticsRow>(READ, [ownerIds, terms]);
  const total = rows.find(({ term }) => term === null);
  return {
    passages: Number(total?.passages),
    terms: Number(total?.terms),
    passagesWith: new Map(rows.flatMap(({ term, passages }) => (term === null ? [] : [[term, Number(passages)]]))),
  };
}
