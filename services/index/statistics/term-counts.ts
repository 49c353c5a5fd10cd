import { anyOf } from '../../database/builder.ts';
import type { Database, Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import type { PassageIndex } from '../port.ts';
import { TermChanges } from '../term-changes.ts';

const TERMS_A_STATEMENT = 10_000;
// Each takes some 100 bytes while it waits.
const MOST_WAITING = 200_000;

/** Maintains the statistics of the ranking beside the index. For the index's single writer. */
export interface TermCounts {
  /** Whether the counts agree with the index. False if a writer ended between a change and its count. */
  agree(): Promise<boolean>;
  /** Must be called before the index is changed. */
  begin(): Promise<void>;
  /** Queues changes for `store`. A long queue is stored at once. */
  add(changes: TermChanges): Promise<void>;
  /** Stores the queued changes; the counts then agree with the index. */
  store(): Promise<void>;
  /** Counts the whole index. */
  recount(index: PassageIndex): Promise<void>;
}

export function createTermCounts(database: Database): TermCounts {
  let waiting = new TermChanges();
  let hasBegun = false;

  function takeWaiting(): TermChanges {
    const taken = waiting;
    waiting = new TermChanges();
    return taken;
  }

  return {
    agree: async () => {
      const row = await database.builder.selectFrom('term_counting').select('agrees').executeTakeFirst();
      return row?.agrees ?? false;
    },
    begin: async () => {
      if (!hasBegun) await setAgreement(database, false);
      hasBegun = true;
    },
    add: async (changes) => {
      waiting.merge(changes);
      if (waiting.size >= MOST_WAITING) await database.transaction((sql) => addAll(sql, takeWaiting()));
    },
    store: async () => {
      if (!hasBegun) return;
      await database.transaction(async (sql) => {
        await addAll(sql, takeWaiting());
        await setAgreement(sql, true);
      });
      hasBegun = false;
    },
    recount: async (index) => {
      takeWaiting();
      await database.transaction((sql) => countAll(sql, index));
      hasBegun = false;
    },
  };
}

async function countAll(sql: Sql, index: PassageIndex): Promise<void> {
  await sql.builder.deleteFrom('term_counts').execute();
  await sql.builder.deleteFrom('term_totals').execute();
  let counted = new TermChanges();
  await index.countTerms(async (part) => {
    counted.merge(part);
    if (counted.size < MOST_WAITING) return;
    await addAll(sql, counted);
    counted = new TermChanges();
  });
  await addAll(sql, counted);
  await setAgreement(sql, true);
}

async function setAgreement({ builder }: Sql, agrees: boolean): Promise<void> {
  await builder
    .insertInto('term_counting')
    .values({ id: 1, agrees })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ agrees: (counting) => counting.ref('excluded.agrees') }),
    )
    .execute();
}

async function addAll(sql: Sql, { byOwner }: TermChanges): Promise<void> {
  for (const [ownerId, { passages, terms, byTerm }] of byOwner) {
    await sql.builder
      .insertInto('term_totals')
      .values({ org_id: ownerId, passages: String(passages), terms: String(terms) })
      .onConflict((conflict) =>
        conflict.column('org_id').doUpdateSet((total) => ({
          passages: total('term_totals.passages', '+', total.ref('excluded.passages')),
          terms: total('term_totals.terms', '+', total.ref('excluded.terms')),
        })),
      )
      .execute();
    await addTerms(
      sql,
      ownerId,
      [...byTerm].filter(([, count]) => count !== 0),
    );
  }
}

async function addTerms(sql: Sql, ownerId: string, counts: ReadonlyArray<readonly [string, number]>): Promise<void> {
  for (let from = 0; from < counts.length; from += TERMS_A_STATEMENT) {
    const part = counts.slice(from, from + TERMS_A_STATEMENT);
    const terms = part.map(([term]) => term);
    await sql.query(
      `insert into ${into('term_counts', 'org_id', 'term', 'passages')}
       select $1, term, passages from unnest($2::text[], $3::int[]) as added (term, passages)
       on conflict (org_id, term) do update set passages = term_counts.passages + excluded.passages`,
      [ownerId, terms, part.map(([, count]) => count)],
    );
    const fewer = part.filter(([, count]) => count < 0).map(([term]) => term);
    if (fewer.length > 0)
      await sql.builder
        .deleteFrom('term_counts')
        .where('org_id', '=', ownerId)
        .where('term', '=', anyOf(fewer))
        .where('passages', '<=', 0)
        .execute();
  }
}
