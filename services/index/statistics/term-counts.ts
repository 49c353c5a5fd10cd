import type { Database, Sql } from '../../database/database.ts';
import type { PassageIndex } from '../port.ts';
import { TermChanges } from '../term-changes.ts';

const TERMS_A_STATEMENT = 10_000;
// Some 100 bytes each while they wait.
const MOST_WAITING = 200_000;

/** Keeps the statistics of the ranking beside the index. For the one writer of the index. */
export interface TermCounts {
  /** Whether they agree with the index: not after a writer was ended between a change and its count. */
  agree(): Promise<boolean>;
  /** To be called before the index is changed. */
  begin(): Promise<void>;
  /** Takes what has changed, to be stored with `store`, or now where much waits. */
  add(changes: TermChanges): Promise<void>;
  /** Stores what was added; the counts agree with the index again. */
  store(): Promise<void>;
  /** Counts all that is in the index. */
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
      const [row] = await database.query<{ agrees: boolean }>('select agrees from term_counting');
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
  await sql.query('delete from term_counts');
  await sql.query('delete from term_totals');
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

async function setAgreement(sql: Sql, agrees: boolean): Promise<void> {
  await sql.query(
    'insert into term_counting (id, agrees) values (1, $1) on conflict (id) do update set agrees = excluded.agrees',
    [agrees],
  );
}

async function addAll(sql: Sql, { byOwner }: TermChanges): Promise<void> {
  for (const [ownerId, { passages, terms, byTerm }] of byOwner) {
    await sql.query(
      `insert into term_totals as held (org_id, passages, terms) values ($1, $2, $3)
       on conflict (org_id) do update set passages = held.passages + excluded.passages, terms = held.terms + excluded.terms`,
      [ownerId, passages, terms],
    );
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
      `insert into term_counts as held (org_id, term, passages) select $1, term, passages from unnest($2::text[], $3::int[]) as added (term, passages)
       on conflict (org_id, term) do update set passages = held.passages + excluded.passages`,
      [ownerId, terms, part.map(([, count]) => count)],
    );
    const fewer = part.filter(([, count]) => count < 0).map(([term]) => term);
    if (fewer.length > 0)
      await sql.query('delete from term_counts where org_id = $1 and term = any($2::text[]) and passages <= 0', [
        ownerId,
        fewer,
      ]);
  }
}
